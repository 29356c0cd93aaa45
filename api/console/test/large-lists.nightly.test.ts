import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import { hasBrowser, type OpenConsole, openConsole } from './open-console.ts';

const WAREHOUSES = 1200;
const RULES = 50_000;

const OWNER = { email: 'owner@large.example', password: 'correct horse battery' };

const numbered = (prefix: string, n: number) => `${prefix}${String(n).padStart(5, '0')}`;

/** The last warehouse and rule are those that nobody saw. */
const LARGE = {
  client: { slug: 'large', name: 'Large' },
  users: [{ ...OWNER, role: 'owner' }],
  warehouses: Array.from({ length: WAREHOUSES }, (_, n) => ({
    warehouse_id: numbered('W', n + 1),
    warehouse_name: `Site ${n + 1}`,
    zip: n % 2 === 0 ? '08837' : '30336',
    priority: n + 1,
  })),
  item_controls: Array.from({ length: RULES }, (_, n) => ({
    sku: numbered('SKU-', n + 1),
    rule: 'hold' as const,
  })),
};

let service: OpenConsole;
let owner: Page;

const SCROLL = `(() => {
  const frame = document.querySelector('table')?.parentElement;
  frame?.scrollTo(0, frame.scrollHeight);
})()`;

/** Scrolls a list to its end, page by page, until its foot says that this is all and its last row is there. */
async function scrollToEnd(foot: string, last: string): Promise<void> {
  const end = owner.getByText(foot, { exact: true });
  const row = owner.getByText(last);
  await expect
    .poll(async () => {
      await owner.evaluate(SCROLL);
      return [await end.count(), await row.count()];
    })
    .toEqual([1, 1]);
}

async function search(text: string): Promise<void> {
  const field = owner.getByRole('search').getByRole('textbox').first();
  await field.fill(text);
  await field.press('Enter');
}

describe.skipIf(!hasBrowser)('an account with 1,200 warehouses and 50,000 rules', () => {
  beforeAll(async () => {
    service = await openConsole();
    await applyAccountFile(service.db, parseAccountFile(LARGE), { baseDir: null });
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('shows all warehouses, and finds one by its name', async () => {
    await owner.goto('/warehouses');
    await scrollToEnd('1,200 results', 'Site 1200');
    await search('site 1199');
    await owner.getByText('1 result', { exact: true }).waitFor();
    await owner.getByText('Site 1199').waitFor();
  });

  it('shows rules page by page, and finds the last one by its SKU', async () => {
    await owner.goto('/item-control');
    await owner.getByText('SKU-00001').waitFor();
    await search('sku-50000');
    await owner.getByText('1 result', { exact: true }).waitFor();
    await owner.getByText('SKU-50000').waitFor();
  });

  it('offers every warehouse to choose from', async () => {
    await owner.goto('/orders');
    await owner.getByRole('button', { name: 'Add filter' }).click();
    await owner.getByRole('menuitem', { name: 'Ships from' }).click();
    await owner.getByRole('combobox', { name: 'Ships from' }).fill('Site 1200');
    await owner.getByRole('option', { name: 'Site 1200' }).click();
    await owner.waitForURL(/warehouse_id=W01200/);
  });
});
