import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../../scripts/demo/demo-account.ts';
import { aPerson } from '../../test/account/people.ts';
import { readAccount, writeAccount } from './account-calls.ts';
import { OWNER, OWNER_OF_NOTHING, openDemoConsole } from './demo-service.ts';
import { hasBrowser, meanIt, type OpenConsole, visit } from './open-console.ts';
import { violations } from './violations.ts';

let service: OpenConsole;
let owner: Page;

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function uploadPrices(page: Page, rows: string): Promise<void> {
  await page.getByLabel('Drop a price table here').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`warehouse_id,zone,max_weight,price\n${rows}`),
  });
}

describe.skipIf(!hasBrowser)('rates', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('begin with an upload, whose faults name their lines, and are removed and taken again', async () => {
    const page = await service.window(OWNER_OF_NOTHING);
    await visit(page, '/settings');
    await page.getByRole('radiogroup', { name: 'Objective' }).getByText('lowest cost').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'lowest_cost needs rates');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await visit(page, '/rates');
    await said(page, 'No rates yet');
    await uploadPrices(page, '*,1,1,x\n');
    await said(page, /^line 2/);
    await uploadPrices(page, '*,1,1,7.2\n*,1,10,9.8525\n*,2,10,11\n');
    await meanIt(page);
    await said(page, 'Price table saved.');
    await page.getByRole('button', { name: 'Every warehouse (*)' }).first().click();
    await page.getByRole('dialog').getByText('9.8525').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove rates' }).click();
    await said(page, 'No rates yet: the prices below are not used.');
    expect(await readAccount(page, 'rates')).toMatchObject({ rates: null });
    await page.getByRole('button', { name: 'Use these prices' }).click();
    await meanIt(page);
    // The page may show the rates before their own Undo is there beside an older one.
    await said(page, 'The prices are used from the next order.');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await said(page, 'No rates yet: the prices below are not used.');
    expect(await readAccount(page, 'rates')).toMatchObject({ rates: null });
    await page.getByRole('button', { name: 'Use these prices' }).click();
    await meanIt(page);
    await said(page, 'Currency: USD');
  });

  it('finds the prices of a warehouse', async () => {
    await visit(owner, '/rates');
    const search = owner.getByLabel('Warehouse or zone contains');
    await search.fill('ewr');
    await search.press('Enter');
    await owner.waitForURL(/q=ewr/);
    await said(owner, '8 results');
  });

  it('warn of zones that a warehouse has no price for', async () => {
    await visit(owner, '/rates');
    const rows = (zones: number[]) =>
      zones.map((zone) => `*,${zone},10,${7 + zone}\n*,${zone},50,${9 + zone}\n`).join('');
    const warning = owner.getByRole('alert').filter({ hasText: 'Zones without a price' });
    await uploadPrices(owner, rows([1, 3, 4, 5, 6, 7]));
    await meanIt(owner);
    // Edison has prices of its own.
    await warning.getByText(/^Zones 2, 8: from (?!.*Edison).*Fontana CA/).waitFor();
    expect(await violations(owner, '[role="alert"]')).toEqual([]);
    await uploadPrices(owner, rows([1, 2, 3, 4, 5, 6, 7, 8]));
    await meanIt(owner);
    await warning.waitFor({ state: 'detached' });
  });

  it('let choose between what is written and what a colleague saves meanwhile', async () => {
    await visit(owner, '/rates');
    await owner.getByRole('button', { name: 'Change rates' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Miles of zones').fill('100, 50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must ascend').waitFor();
    await dialog.getByLabel('Miles of zones').fill('50, 150, 300, 600, 1000, 1400, 1900');
    await dialog.getByLabel('Currency').fill('CAD');
    expect(await writeAccount(owner, 'PATCH', 'rates', { currency: 'EUR', split_penalty: 3.5 })).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Currency: yours is CAD, theirs is EUR.').waitFor();
    await dialog.getByRole('button', { name: 'Use theirs' }).first().click();
    await dialog.getByText(/^Zones: yours is .*1900.*theirs is .*1800/).waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).first().click();
    await dialog.getByText(/^Split penalty: .*theirs is 3\.5\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    expect(await dialog.getByLabel('Split penalty').inputValue()).toBe('3.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said(owner, 'Rates saved. They apply from the next order.');
    expect(await readAccount(owner, 'rates')).toMatchObject({
      rates: { currency: 'EUR', zones: { by: 'miles', upto: [50, 150, 300, 600, 1000, 1400, 1900] } },
      split_penalty: 3.5,
    });
    await visit(owner, '/history?tab=audit&action=rates');
    await said(owner, 'Rates changed');
  });

  it('are read by a member, who changes nothing', async () => {
    const { id } = await service.db.prisma.client.findUniqueOrThrow({
      where: { slug: DEMO_ACCOUNT.client.slug },
    });
    const page = await service.window(await aPerson(service.db, 'member', id));
    await page.goto('/rates');
    await said(page, /^Zones: by miles/);
    expect(await page.getByRole('button', { name: /Change|Remove|file/ }).count()).toBe(0);
  });

  it('say what an order costs, each of its shipments, each candidate and the alternatives', async () => {
    await visit(owner, '/orders?status=SPLIT');
    await owner.locator('tr[data-index="0"] a').click();
    await said(owner, /costs \d+\.\d\d EUR · to ZIP/);
    const shipments = owner.getByRole('table', { name: 'Shipments' });
    await shipments.getByRole('columnheader', { name: 'Cost (EUR)' }).waitFor();
    const costs = await shipments.getByText(/^\d+\.\d\d$/).count();
    expect(costs + 1).toBe(await shipments.getByRole('row').count());
    const candidates = owner.getByRole('table', { name: 'Candidates' });
    await candidates.getByRole('columnheader', { name: 'Cost alone (EUR)' }).waitFor();
    await said(owner, /in \d+ shipments?, \d+\.\d\d EUR (cheaper|dearer)\.$/);
  });

  it('say what a run, the last day and a what-if cost', async () => {
    await visit(owner, '/runs/1');
    await said(
      owner,
      /^Cost: [\d,]+\.\d\d EUR for \d+ orders, \d+\.\d\d per order, \d+\.\d\d per shipment\.$/,
    );
    await visit(owner, '/');
    await said(owner, 'Cost per shipment (EUR)');
    await said(owner, /^\d+\.\d\d$/);
    await visit(owner, '/what-ifs/1');
    await owner.getByRole('button', { name: 'All figures' }).click();
    const row = owner
      .getByRole('table', { name: 'Figures of both sides' })
      .getByRole('row', { name: 'Cost per order (EUR)' });
    expect(await row.textContent()).toMatch(/^Cost per order \(EUR\)\d+\.\d\d\d+\.\d\d[+−]\d\.\d\d$/);
  });

  it('are compared in a what-if, with other handling and objective', async () => {
    await visit(owner, '/what-ifs/new?run=1');
    const saveInDraft = () => owner.getByRole('button', { name: 'Save in the draft' }).click();
    const dialog = owner.getByRole('dialog');
    await owner.getByRole('tab', { name: 'Settings' }).click();
    await owner.getByRole('radiogroup', { name: 'Objective' }).getByText('lowest cost').click();
    await owner.getByRole('tab', { name: 'Warehouses' }).click();
    await owner.getByRole('button', { name: 'Edit Fontana CA' }).click();
    await dialog.getByLabel('Per unit').fill('0.5');
    await saveInDraft();
    const changes = owner.getByRole('list', { name: 'Changes of the draft' }).getByRole('listitem');
    await expect
      .poll(async () => (await changes.allTextContents()).map((text) => text.split(':')[0]))
      .toEqual(['Objective', 'Warehouse ONT1']);
    expect(await violations(owner, '[aria-label="Changes of the draft"]')).toEqual([]);
    await owner.getByRole('button', { name: 'Compare' }).click();
    await owner.waitForURL(/what-ifs\/\d+/);
    await owner.getByRole('row', { name: /^Cost \(EUR\)/ }).waitFor();
    const { laid_over } = await readAccount(
      owner,
      `${new URL(owner.url()).pathname.slice(1)}?environment=live`,
    );
    expect(laid_over).toMatchObject({
      warehouses: [{ warehouse_id: 'ONT1', handling: { per_unit: 0.5 } }],
    });
  });

  it('let an order be tried by its cost', async () => {
    await visit(owner, '/settings');
    await owner.getByRole('radiogroup', { name: 'Objective' }).getByText('lowest cost').click();
    await said(owner, 'Objective: fewest shipments → lowest cost');
    await owner.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said(owner, /^Settings saved/);
    await visit(owner, '/try');
    const cost = owner.getByText(/^costs \d+\.\d\d EUR$/);
    const shipped = 'orders?environment=live&status=FULL&limit=1';
    const { orders } = (await readAccount(owner, shipped)) as {
      orders: { destination_zip: string; skus: string[] }[];
    };
    await owner.getByLabel('Destination ZIP').fill(orders[0]!.destination_zip);
    await owner.getByRole('textbox', { name: 'SKU 1', exact: true }).fill(orders[0]!.skus[0]!);
    await owner.getByRole('button', { name: 'Try order' }).click();
    const light = await cost.textContent();
    await owner.getByLabel('Unit weight of SKU 1').fill('40');
    await owner.getByRole('button', { name: 'Try order' }).click();
    await expect.poll(() => cost.textContent()).not.toBe(light);
  });
});
