import type { Page } from 'playwright-core';

/** What the account API answers in the reader's session. */
export async function readAccount(page: Page, path: string): Promise<Record<string, unknown>> {
  const answer = await page.evaluate(`fetch('/account/v1/${path}').then((answer) => answer.json())`);
  return answer as Record<string, unknown>;
}

/** What a colleague changes at the same time. Returns the status. */
export async function writeAccount(page: Page, method: string, path: string, body: object): Promise<number> {
  const status = await page.evaluate(`(async () => {
    const { csrf_token } = await (await fetch('/account/v1/session')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token };
    const body = ${JSON.stringify(JSON.stringify(body))};
    return (await fetch('/account/v1/${path}', { method: '${method}', headers, body })).status;
  })()`);
  return status as number;
}
