import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAcceptedRun } from '../../../shared/testing/accepted-run.ts';
import { failDecisions } from '../../../shared/testing/fail-decisions.ts';
import { anOrder } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { openTestQueues } from '../../../shared/testing/test-queues.ts';
import { aPerson, PASSWORD } from '../../test/account/people.ts';
import { hasBrowser, type OpenConsole, openConsole, signIn } from './open-console.ts';

let service: OpenConsole;
beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

const stored = (page: Page) => page.evaluate<Record<string, string>>('({ ...localStorage })');

describe.skipIf(!hasBrowser)('/docs', () => {
  it('calls the service with a key, and keeps no key where the console could read it', async () => {
    const { keys } = await createTestAccount(service.db);
    const page = await service.window();
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.dialog-ux input').fill(keys.test);
    await page.locator('.dialog-ux button.authorize').click();
    await page.locator('.dialog-ux .close-modal').click();
    await page.locator('.opblock', { hasText: 'Validate the API key' }).click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table', { hasText: '"environment": "test"' }).waitFor();
    expect(await stored(page)).toEqual({});
  });
});

describe.skipIf(!hasBrowser)('/ops/queues', () => {
  it('shows the queues to an operator who signs in and has seen which is paused, and stores nothing but its settings', async () => {
    const { email } = await aPerson(service.db, 'operator');
    const queues = openTestQueues(service.db);
    onTestFinished(async () => {
      await queues.of('background').resume();
      await queues.close();
    });
    await queues.of('background').pause();
    // Not `window`: Bull Board asks for a font of another host, which its policy refuses.
    const context = await service.browser.newContext({ baseURL: service.url });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto('/ops/queues');
    await signIn(page, { email, password: PASSWORD });
    const bullBoard = page.getByRole('link', { name: 'Bull Board' });
    await bullBoard.waitFor();
    await page.getByText('Paused: background. Jobs wait.').waitFor();
    const before = Object.keys(await stored(page));
    await bullBoard.click();
    await page.getByRole('link', { name: 'scoring' }).first().waitFor();
    expect(Object.keys(await stored(page)).sort()).toEqual([...before, 'board-settings'].sort());
  });
});

describe.skipIf(!hasBrowser)('a run that waits', () => {
  it('says for what: for its next try, with the error for operators, or for an earlier run', async () => {
    const { slug, client_id, live } = await createTestAccount(service.db);
    onTestFinished(await failDecisions(service.db, '53100'));
    const [failing, behind] = [
      await createAcceptedRun(service.db, live, [anOrder()], 1),
      await createAcceptedRun(service.db, live, [anOrder()], 1),
    ];
    const member = await service.window(await aPerson(service.db, 'member', client_id));
    await member.goto(`/runs/${behind}`);
    await member.getByText(`Waiting for run ${failing}, which uses the same stock.`).waitFor();
    await member.getByRole('link', { name: `run ${failing}` }).click();
    await member.getByText(/^A step failed\. Next try: .+\.$/).waitFor();
    expect(await member.getByText('orders per second').count()).toBe(0);

    const page = await service.window(await aPerson(service.db, 'operator'));
    await page.goto('/service');
    await page.getByRole('heading', { name: '1 run is failing' }).waitFor();
    // It is the client's first.
    await page.getByRole('row', { name: `#1 ${slug}, live made to fail (53100)` }).waitFor();
    await page.getByRole('link', { name: '#1', exact: true }).click();
    await page.getByText(/^A step failed: made to fail \(53100\)\. Next try: .+\.$/).waitFor();
  });
});
