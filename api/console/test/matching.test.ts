import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole } from './open-console.ts';

let service: OpenConsole;
let owner: Page;

/** What the service finds, in the reader's session. */
async function found(
  search: string,
): Promise<{ order_id: string; holds_units: boolean; rerouted: boolean }[]> {
  const answer = await owner.evaluate(
    `fetch('/account/v1/orders?environment=live&limit=1000${search}').then((answer) => answer.json())`,
  );
  return (answer as { orders: { order_id: string; holds_units: boolean; rerouted: boolean }[] }).orders;
}

async function open(filter: string, item: string): Promise<void> {
  await owner.goto(`/orders${filter}`);
  await owner.getByRole('button', { name: 'All that match' }).click();
  await owner.getByRole('menuitem', { name: item }).click();
}

const idsOf = (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id).toSorted();

describe.skipIf(!hasBrowser)('all orders that match a filter', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('are the rows of a file, and no others are', async () => {
    const waiting = owner.waitForEvent('download');
    await open('?status=SPLIT', 'Download as CSV …');
    const [head, ...rows] = readFileSync((await (await waiting).path())!, 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(head).toMatch(/^order_id,status,/);
    expect(rows.map((row) => row.split(',')[0]!).toSorted()).toEqual(idsOf(await found('&status=SPLIT')));
    expect(rows.length).toBeGreaterThan(10);
  });

  it('are released, after their number was shown, and no others are', async () => {
    const before = await found('');
    const matching = await found('&status=PARTIAL');
    const holding = matching.filter(({ holds_units }) => holds_units);
    expect(holding.length).toBeGreaterThan(3);
    await open('?status=PARTIAL', 'Release …');
    const dialog = owner.getByRole('dialog');
    await dialog
      .getByText(`${matching.length} orders match; ${holding.length} of them hold units.`)
      .waitFor();
    expect(await found('')).toEqual(before);
    await dialog.getByRole('button', { name: `Release ${holding.length} orders` }).click();
    await dialog.getByText(`${holding.length} released`).waitFor();
    const freed = before.filter(({ holds_units }) => holds_units);
    const still = (await found('')).filter(({ holds_units }) => holds_units);
    expect(idsOf(still)).toEqual(idsOf(freed.filter(({ order_id }) => !idsOf(holding).includes(order_id))));
  });

  it('are routed again, and no others are', async () => {
    const matching = await found('&status=SPLIT');
    expect(matching.length).toBeGreaterThan(3);
    await open('?status=SPLIT', 'Route again …');
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Note').fill('all of it');
    await dialog.getByRole('switch', { name: /^Leave an order as it is/ }).click();
    await dialog.getByRole('button', { name: `Route ${matching.length} orders again` }).click();
    await dialog.getByText(`${matching.length} routed again`).waitFor();
    const rerouted = (await found('')).filter((order) => order.rerouted);
    expect(idsOf(rerouted)).toEqual(idsOf(matching));
  });

  it('are left alone from where it is stopped', async () => {
    const holding = (await found('&status=FULL')).filter(({ holds_units }) => holds_units);
    let released = 0;
    const release = (url: URL) => url.pathname.endsWith('/release');
    await owner.route(release, async (route) => {
      released += 1;
      if (released === 3) await owner.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    });
    await open('?status=FULL', 'Release …');
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Release \d+ orders$/ })
      .click();
    await owner.getByText(/: stopped, the rest is as it was/).waitFor();
    await owner.unroute(release);
    const still = (await found('&status=FULL')).filter(({ holds_units }) => holds_units);
    expect(still).toHaveLength(holding.length - 3);
  });

  it('are left alone where they match no more', async () => {
    const filter = 'q=DEMO-00010&status=FULL';
    const holding = (await found(`&${filter}`)).filter(({ holds_units }) => holds_units);
    const changed = holding[0]!.order_id;
    await open(`?${filter}`, 'Release …');
    const release = owner
      .getByRole('dialog')
      .getByRole('button', { name: `Release ${holding.length} orders` });
    await release.waitFor();
    // Somebody else routes one of them again: its only warehouse is disabled.
    await owner.evaluate(`(async () => {
      const { csrf_token } = await (await fetch('/account/v1/session')).json();
      const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf_token };
      const body = JSON.stringify({ only_warehouse_ids: ['CMH1'] });
      await fetch('/account/v1/orders/${changed}/reroute?environment=live', { method: 'POST', headers, body });
    })()`);
    await release.click();
    await owner.getByText('1 left as they were: the filter matches them no more').waitFor();
    await owner.getByText(`${holding.length - 1} released`).waitFor();
  });

  it('are none to act on without a filter', async () => {
    await owner.goto('/orders');
    await owner.getByRole('button', { name: 'All that match' }).click();
    expect(await owner.getByRole('menuitem', { name: 'Release …' }).isDisabled()).toBe(true);
    expect(await owner.getByRole('menuitem', { name: 'Route again …' }).isDisabled()).toBe(true);
  });
});
