import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, type OpenConsole } from './open-console.ts';

let service: OpenConsole;
let owner: Page;

/** What the account API answers in the reader's session. */
async function read(path: string): Promise<Record<string, unknown>> {
  const answer = await owner.evaluate(`fetch('/account/v1/${path}').then((answer) => answer.json())`);
  return answer as Record<string, unknown>;
}

/** The dialog that a button opens. */
async function open(path: string, button: string) {
  await owner.goto(path);
  await owner.getByRole('button', { name: button }).first().click();
  return owner.getByRole('dialog');
}

const said = (text: string | RegExp) => owner.getByText(text).first().waitFor();

describe.skipIf(!hasBrowser)('an owner', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('sets all that a warehouse has', async () => {
    const dialog = await open('/warehouses', 'Change Groveport OH');
    await dialog.getByLabel('Name').fill('Columbus OH');
    await dialog.getByLabel('ZIP').fill('43004');
    await dialog.getByLabel('Priority').fill('4');
    await dialog.getByLabel('Code').fill('W-900');
    await dialog.getByRole('switch', { name: 'Enabled' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said('Columbus OH is changed.');
    expect(await read('warehouses/CMH1')).toMatchObject({
      warehouse_id: 'CMH1',
      warehouse_name: 'Columbus OH',
      zip: '43004',
      priority: 4,
      warehouse_code: 'W-900',
      enabled: true,
    });
  });

  it('changes a rule of Item Control, and leaves the others alone', async () => {
    const before = (await read('item-controls')).item_controls as { sku: string }[];
    const dialog = await open('/item-control', 'Change the rule on LAMP-300');
    expect(await dialog.getByLabel('SKU').isDisabled()).toBe(true);
    await dialog.getByLabel('Note').fill('licence of 2027');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said('The rule on LAMP-300 is changed.');
    const after = (await read('item-controls')).item_controls as { sku: string; note: string }[];
    expect(after.find(({ sku }) => sku === 'LAMP-300')).toMatchObject({
      rule: 'restrict',
      warehouse_ids: ['DFW1', 'ONT1', 'EWR1'],
      note: 'licence of 2027',
    });
    const others = (rules: { sku: string }[]) => rules.filter(({ sku }) => sku !== 'LAMP-300');
    expect(others(after)).toEqual(others(before));
  });

  it('changes a profile: a setting of its own ends, another begins', async () => {
    const dialog = await open('/profiles', 'Change Wholesale');
    await dialog.getByRole('switch', { name: 'Own rule: Ranking' }).click();
    await dialog.getByRole('switch', { name: 'Own rule: Partial shipments' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await said('The profile Wholesale is saved.');
    const { settings } = (await read('profiles/wholesale')) as { settings: object };
    expect(settings).toEqual({
      minimum_shipment_value: { mode: 'block', value: 50 },
      partial_shipment: 'block',
    });
  });

  it('empties a number of the settings', async () => {
    await owner.goto('/settings');
    const most = owner.getByRole('textbox', { name: 'Most shipments of an order' });
    await most.fill('');
    await owner.getByText('Most shipments of an order: 4 → no limit').waitFor();
    expect(await most.inputValue()).toBe('');
    await owner.getByRole('button', { name: 'Save' }).click();
    await said('The settings are saved.');
    expect((await read('settings')).settings).toMatchObject({ max_shipments: null });
  });

  it('finds in the audit log who did what, by the address too', async () => {
    await owner.goto(`/history?tab=audit&who=${OWNER.email}&action=warehouses`);
    const table = owner.getByRole('table', { name: 'Audit log' });
    await table.getByText('warehouses.change').waitFor();
    expect(await table.locator('tbody tr[data-index]').count()).toBe(1);
    await owner.goto('/history?tab=audit&who=nobody@demo.example');
    await said('Nothing matches');
    await owner.goto('/history?tab=audit&to=2020-01-01');
    await said('Nothing matches');
    await owner.goto(`/history?tab=audit&who=${OWNER.email}&action=profiles`);
    await table.getByText('profiles.change').waitFor();
    const waiting = owner.waitForEvent('download');
    await owner.getByRole('button', { name: 'Download as CSV' }).click();
    const text = readFileSync((await (await waiting).path())!, 'utf8');
    expect(text).toContain('profiles.change');
    expect(text).not.toContain('warehouses.change');
  });

  it('downloads a run for programs, an order a line', async () => {
    for (const [item, fact] of [
      ['Results as the API answers them (NDJSON)', 'order_id'],
      ['Why, of each order (NDJSON)', 'summary'],
    ] as const) {
      await owner.goto('/runs/1');
      await owner.getByRole('button', { name: 'Download' }).click();
      const waiting = owner.waitForEvent('download');
      await owner.getByRole('menuitem', { name: item }).click();
      const lines = readFileSync((await (await waiting).path())!, 'utf8')
        .trimEnd()
        .split('\n');
      expect(lines).toHaveLength(300);
      expect(JSON.parse(lines[0]!)).toHaveProperty(fact);
    }
  });

  it('copies an ID out of a list without opening its row', async () => {
    await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await owner.goto('/orders?q=DEMO-000005');
    await owner.locator('tr[data-index="0"]').hover();
    await owner.getByRole('button', { name: 'Copy order number DEMO-000005' }).click();
    expect(await owner.evaluate('navigator.clipboard.readText()')).toBe('DEMO-000005');
    expect(new URL(owner.url()).pathname).toBe('/orders');
  });
});
