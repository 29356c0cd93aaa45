import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount, writeAccount } from './account-calls.ts';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, meanIt, type OpenConsole, visit } from './open-console.ts';

let service: OpenConsole;
let owner: Page;

const read = async <T>(path: string) => (await readAccount(owner, path)) as T;

/** What a colleague changes at the same time. */
const allowSplits = async (split_shipment: string) =>
  expect(await writeAccount(owner, 'PATCH', 'settings', { split_shipment })).toBe(200);

const isOpen = async (id: string) => (await read<{ enabled: boolean }>(`warehouses/${id}`)).enabled;
const dialog = () => owner.getByRole('dialog');
const button = (name: string | RegExp) => owner.getByRole('button', { name });
const said = (text: string | RegExp) => owner.getByText(text).first().waitFor();

describe.skipIf(!hasBrowser)('what if', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
  });
  afterAll(() => service?.close());

  it('a warehouse were closed and a rule, a profile and a setting were others: the draft has them, the account does not', async () => {
    await visit(owner, '/runs/1');
    await owner.getByRole('link', { name: 'What if…' }).click();
    const closed = owner.getByRole('switch', { name: 'Edison NJ enabled' });
    await closed.press('Space');
    await said('Warehouse EWR1: enabled');
    expect(await closed.isChecked()).toBe(false);
    await owner.getByRole('tab', { name: 'Settings' }).click();
    await owner.getByRole('radiogroup', { name: 'Partial shipments' }).getByText('block').click();
    await owner.getByRole('tab', { name: 'Profiles' }).click();
    await button('Edit Wholesale').click();
    await dialog().getByRole('switch', { name: 'Override ranking' }).click();
    await button('Save in the draft').click();
    await said('In the draft: Profile Wholesale saved.');
    await owner.getByRole('tab', { name: 'Item control' }).click();
    await button('Remove rule for LAMP-300').click();
    const changes = owner.getByRole('list', { name: 'Changes of the draft' }).getByRole('listitem');
    await expect.poll(() => changes.count()).toBe(4);
    const paths = (await changes.locator('b').allTextContents()).toSorted();
    expect(paths).toEqual([
      'Partial shipments',
      'Profile wholesale: Ranking',
      'Rule LAMP-300~restrict',
      'Warehouse EWR1: enabled',
    ]);
    await button('Compare').click();
    await said('completed');
    const { what_ifs } = await read<{ what_ifs: { what_if_id: number }[] }>('what-ifs?environment=live');
    const { laid_over } = await read<{ laid_over: Record<string, unknown[]> }>(
      `what-ifs/${what_ifs[0]!.what_if_id}?environment=live`,
    );
    expect(laid_over).toMatchObject({
      settings: { partial_shipment: 'block' },
      warehouses: [{ warehouse_id: 'EWR1', enabled: false }],
    });
    const { item_controls } = await read<{ item_controls: { sku: string }[] }>('item-controls');
    expect(laid_over.item_controls).toHaveLength(item_controls.length - 1);
    expect(item_controls.map(({ sku }) => sku)).toContain('LAMP-300');
    expect(await isOpen('EWR1')).toBe(true);
  });

  it('is read, order by order, applied, named by History, and taken back there', async () => {
    await visit(owner, '/what-ifs');
    await owner.getByRole('link', { name: 'Without Edison' }).click();
    await said(/of 300 orders decided differently/);
    await said(/units? reach(es)? customers/);
    await owner.locator('tr[data-index="0"] td').last().click();
    await dialog()
      .getByRole('region', { name: 'Now' })
      .getByText(/\d+ units? shipped, \d+ not/)
      .waitFor();
    await dialog()
      .getByRole('region', { name: 'With the draft' })
      .getByText(/Not considered: .*Edison NJ.*disabled/)
      .waitFor();
    const title = () =>
      dialog()
        .getByRole('heading', { name: /^Order DEMO/ })
        .textContent();
    const first = await title();
    await dialog().getByRole('button', { name: 'Next' }).click();
    await expect.poll(title).not.toBe(first);
    await owner.keyboard.press('Escape');
    await button('Apply to the account…').click();
    await dialog().getByText('Warehouse EWR1: enabled').waitFor();
    expect(await isOpen('EWR1')).toBe(true);
    await dialog().getByRole('button', { name: 'Apply 1 change' }).click();
    await said(/^Applied\./);
    expect(await isOpen('EWR1')).toBe(false);
    await visit(owner, '/history');
    await owner.getByRole('row', { name: /current.*what-if 1.*Warehouse EWR1: enabled/ }).waitFor();
    await owner
      .locator('tr[data-index="1"]')
      .getByRole('button', { name: /^Restore version/ })
      .click();
    await dialog().getByText('Warehouse EWR1: enabled', { exact: true }).waitFor();
    await meanIt(owner);
    await said(/^Version \d+ restored/);
    expect(await isOpen('EWR1')).toBe(true);
  });

  it('one order were decided by other rules, beside the present ones, and nothing is saved', async () => {
    await visit(owner, '/orders/DEMO-000005');
    await owner.getByRole('link', { name: 'Try other rules' }).click();
    await owner.getByRole('tab', { name: 'Settings' }).click();
    await owner.getByRole('radiogroup', { name: 'Partial shipments' }).getByText('block').click();
    await owner.getByRole('tab', { name: 'Warehouses' }).click();
    await owner.getByRole('switch', { name: 'Edison NJ enabled' }).press('Space');
    await said('Warehouse EWR1: enabled');
    await button('Compare').click();
    await owner.getByRole('table', { name: 'Now and new' }).getByText('DEMO-000005').waitFor();
    await said(/Not considered: .*Edison NJ.*disabled/);
    expect(await isOpen('EWR1')).toBe(true);
    const { routings } = await read<{ routings: unknown[] }>('orders/DEMO-000005?environment=live');
    expect(routings).toHaveLength(1);
  });

  it('is not applied to an account that was changed since, and is compared again', async () => {
    await allowSplits('block');
    await owner.goto('/what-ifs/1');
    await button('Apply to the account…').click();
    await dialog().getByText('The account was changed since').waitFor();
    await dialog().getByRole('button', { name: 'Compare again' }).click();
    await owner.waitForURL((url) => !url.pathname.endsWith('/1'));
    await owner.getByRole('heading', { level: 1, name: 'Without Edison' }).waitFor();
    await said('completed');
    await allowSplits('allow');
  });
});
