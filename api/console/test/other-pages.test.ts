import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
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
    // What a release before this one has left there.
    await page.evaluate(`localStorage.setItem('authorized', '{"apiKey":{"value":"${keys.live}"}}')`);
    await page.reload();
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
  it('shows the queues to an operator who signs in, and stores nothing but its settings', async () => {
    const { email } = await aPerson(service.db, 'operator');
    // Not `window`: Bull Board asks for a font of another host, which its policy refuses.
    const context = await service.browser.newContext({ baseURL: service.url });
    const page = await context.newPage();
    await page.goto('/ops/queues');
    await signIn(page, { email, password: PASSWORD });
    const bullBoard = page.getByRole('link', { name: 'Bull Board' });
    await bullBoard.waitFor();
    const before = Object.keys(await stored(page));
    await bullBoard.click();
    await page.getByRole('link', { name: 'score-chunk' }).first().waitFor();
    expect(Object.keys(await stored(page)).sort()).toEqual([...before, 'board-settings'].sort());
    await context.close();
  });
});
