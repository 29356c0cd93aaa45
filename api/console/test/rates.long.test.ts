import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from './account-calls.ts';
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

  it('say what an order costs, each of its shipments, each candidate and the alternatives, and a run', async () => {
    await visit(owner, '/orders?status=SPLIT');
    await owner.locator('tr[data-index="0"] a').click();
    await said(owner, /costs \d+\.\d\d USD · to ZIP/);
    const shipments = owner.getByRole('table', { name: 'Shipments' });
    await shipments.getByRole('columnheader', { name: 'Cost (USD)' }).waitFor();
    const costs = await shipments.getByText(/^\d+\.\d\d$/).count();
    expect(costs + 1).toBe(await shipments.getByRole('row').count());
    const candidates = owner.getByRole('table', { name: 'Candidates' });
    await candidates.getByRole('columnheader', { name: 'Cost alone (USD)' }).waitFor();
    await said(owner, /in \d+ shipments?, \d+\.\d\d USD (cheaper|dearer)\.$/);
    await visit(owner, '/runs/1');
    await said(
      owner,
      /^Cost: [\d,]+\.\d\d USD for \d+ orders, \d+\.\d\d per order, \d+\.\d\d per shipment\.$/,
    );
  });
});
