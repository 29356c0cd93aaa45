import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_SETTINGS } from '../../../shared/contracts/account/account-settings.ts';
import { readAccount, writeAccount } from './account-calls.ts';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, itLong, meanIt, type OpenConsole, visit } from './open-console.ts';
import { violations } from './violations.ts';

let service: OpenConsole;
let owner: Page;

const read = (path: string) => readAccount(owner, path);
const write = (method: string, path: string, body: object) => writeAccount(owner, method, path, body);

/** The warehouses, best first. */
async function byPriority(): Promise<string[]> {
  const { warehouses } = (await read('warehouses?sort=priority')) as {
    warehouses: { warehouse_id: string }[];
  };
  return warehouses.map(({ warehouse_id }) => warehouse_id);
}

/** The dialog that a button opens. */
async function open(path: string, button: string) {
  await visit(owner, path);
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
    const dialog = await open('/warehouses', 'Edit Groveport OH');
    await dialog.getByLabel('Name').fill('Columbus OH');
    await dialog.getByLabel('ZIP').fill('43004');
    await dialog.getByLabel('Priority').fill('4');
    await dialog.getByLabel('Code').fill('W-900');
    await dialog.getByLabel('Per shipment').fill('1.25');
    await dialog.getByRole('switch', { name: 'Enabled' }).click();
    await dialog.getByRole('switch', { name: 'Calendar' }).click();
    await dialog.getByLabel('Time zone').fill('America/New_York');
    await owner.getByRole('option', { name: 'America/New_York' }).click();
    await dialog.getByLabel('Cut-off').fill('14:30');
    await dialog.getByText(/^Order by 14:30 on .*leaves /).waitFor();
    await dialog.getByLabel('Shipments a day').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Columbus OH saved.');
    expect(await read('warehouses/CMH1')).toMatchObject({
      warehouse_id: 'CMH1',
      warehouse_name: 'Columbus OH',
      zip: '43004',
      priority: 4,
      warehouse_code: 'W-900',
      enabled: true,
      handling: { per_shipment: 1.25 },
      calendar: { time_zone: 'America/New_York', cut_off: '14:30' },
      capacity: { shipments_per_day: 40 },
    });
    await visit(owner, '/capacity');
    await owner.getByRole('row', { name: /^Columbus OH 0 days 40 / }).waitFor();
  });

  it('changes a rule of Item Control', async () => {
    const dialog = await open('/item-control', 'Edit rule for LAMP-300');
    expect(await dialog.getByLabel('SKU').isDisabled()).toBe(true);
    await dialog.getByLabel('Note').fill('licence of 2027');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Rule for LAMP-300 saved.');
    expect(await read('item-controls/LAMP-300~restrict')).toMatchObject({
      warehouse_ids: ['DFW1', 'ONT1', 'EWR1'],
      note: 'licence of 2027',
    });
  });

  it('is asked nothing about a rule that is refused, and takes the last change of one back where it stands', async () => {
    const dialog = await open('/item-control', 'Add rule');
    await dialog.getByLabel('SKU').fill('LAMP-300');
    await dialog.getByRole('button', { name: 'Add rule' }).click();
    await dialog
      .getByText(/warehouse/)
      .first()
      .waitFor();
    await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
    expect(await owner.locator('[data-confirm]').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await owner.getByRole('button', { name: 'Leave without saving' }).click();
    const noteOf = async () => (await read('item-controls/LAMP-300~restrict')).note;
    expect(await noteOf()).toBe('licence of 2027');
    await open('/item-control', 'Edit rule for LAMP-300');
    await owner.getByRole('button', { name: 'Undo the last change' }).click();
    await owner.getByText('Nothing else changes.').waitFor();
    await meanIt(owner);
    await said('The change is undone.');
    await expect.poll(noteOf).not.toBe('licence of 2027');
  });

  it('changes a profile: a setting of its own ends, another begins', async () => {
    const dialog = await open('/profiles', 'Edit Wholesale');
    await dialog.getByRole('switch', { name: 'Override ranking' }).click();
    await dialog.getByRole('switch', { name: 'Override partial shipments' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Profile Wholesale saved.');
    const { settings } = (await read('profiles/wholesale')) as { settings: object };
    expect(settings).toEqual({
      minimum_shipment_value: { mode: 'block', value: 50 },
      partial_shipment: 'block',
    });
  });

  it('finds a change in History by a warehouse and by a person, and sees what else goes with it', async () => {
    await visit(owner, '/history?q=cmh1');
    await owner.getByRole('row', { name: /Warehouse CMH1/ }).waitFor();
    expect(await owner.getByRole('row', { name: /Rule LAMP-300/ }).count()).toBe(0);
    await owner
      .getByRole('button', { name: /^Undo the change of/ })
      .first()
      .click();
    await owner.getByText(/^It also takes back \d+ later changes?: /).waitFor();
    await owner.getByRole('button', { name: 'Cancel' }).click();
    await visit(owner, '/history?q=nobody@');
    await said(/^No matches/);
  });

  it('opens a row in a new tab with the middle button, and a copied address of its link', async () => {
    await visit(owner, '/orders?q=DEMO-00000');
    const row = owner.locator('tr[data-index="0"]');
    const link = row.getByRole('link');
    const order = await link.textContent();
    expect(await link.getAttribute('href')).toBe(`/orders/${order}`);
    const opened = owner.context().waitForEvent('page');
    await row.locator('td').nth(4).click({ button: 'middle' });
    const tab = await opened;
    await tab.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
    await tab.close();
    expect(new URL(owner.url()).pathname).toBe('/orders');
    await row.locator('td').nth(4).click();
    await owner.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
  });

  it('sorts a list, hides a column, and keeps both with the filters under a name', async () => {
    await visit(owner, '/inventory?q=B');
    const first = () => owner.locator('tr[data-index="0"]').getByRole('link').textContent();
    await owner.locator('tr[data-index="0"]').waitFor();
    const smallest = await first();
    const head = owner.getByRole('columnheader', { name: 'SKU' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    await owner.waitForURL(/sort=-sku/);
    await expect.poll(first).not.toBe(smallest);
    await owner.getByRole('button', { name: 'Columns' }).click();
    await owner.getByRole('menuitemcheckbox', { name: 'Unit value' }).click();
    await owner.keyboard.press('Escape');
    await expect.poll(() => owner.getByRole('columnheader', { name: 'Unit value' }).count()).toBe(0);
    await owner.getByRole('button', { name: 'Views' }).click();
    await owner.getByRole('menuitem', { name: 'Save this view…' }).click();
    await owner.getByRole('dialog').getByLabel('Name').fill('B, last first');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await visit(owner, '/inventory');
    await owner.locator('tr[data-index="0"]').waitFor();
    expect(await owner.getByRole('columnheader', { name: 'Unit value' }).count()).toBe(0);
    await owner.getByRole('button', { name: 'Views' }).click();
    await owner.getByRole('menuitem', { name: 'B, last first' }).click();
    await owner.waitForURL((url) => url.search === '?q=B&sort=-sku');
    await owner.getByRole('button', { name: 'View: B, last first' }).click();
    await owner.getByRole('menuitem', { name: /^Delete/ }).click();
    await owner.getByRole('button', { name: 'Views', exact: true }).waitFor();
  });

  it('hears of the result that Enter opens while searching', async () => {
    await visit(owner, '/orders');
    await owner.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await owner.keyboard.press('Control+K');
    const field = owner.getByRole('combobox', { name: 'Search' });
    await field.fill('BOOT-100');
    const active = async () => owner.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`);
    const options = owner.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expect.poll(async () => (await active()).textContent()).toBe(await options.first().textContent());
    await field.press('ArrowDown');
    await expect.poll(async () => (await active()).textContent()).toBe(await options.nth(1).textContent());
    expect(await (await active()).getAttribute('role')).toBe('option');
    await owner.keyboard.press('Escape');
  });

  it('comes from the search to a setting, with the focus on its field', async () => {
    const { name, label } = ACCOUNT_SETTINGS.at(-1)!;
    await owner.keyboard.press('Control+K');
    await owner.getByRole('combobox', { name: 'Search' }).fill(name);
    await owner.getByRole('option', { name: `Setting ${label}` }).click();
    await owner.getByRole('heading', { level: 1, name: 'Routing settings' }).waitFor();
    const isThere = `(() => {
      const { top, bottom } = document.activeElement.getBoundingClientRect();
      return document.activeElement.closest('[data-setting]')?.dataset.setting === '${name}' && top >= 0 && bottom <= innerHeight;
    })()`;
    await expect.poll(() => owner.evaluate(isThere)).toBe(true);
  });

  it('copies an ID out of a list without opening its row', async () => {
    await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(owner, '/orders?q=DEMO-000005');
    await owner.locator('tr[data-index="0"]').hover();
    await owner.getByRole('button', { name: 'Copy order number DEMO-000005' }).click();
    expect(await owner.evaluate('navigator.clipboard.readText()')).toBe('DEMO-000005');
    expect(new URL(owner.url()).pathname).toBe('/orders');
  });

  it('moves a warehouse, and one that a colleague has just added keeps its place', async () => {
    await visit(owner, '/warehouses');
    await owner.getByText('Edison NJ').first().waitFor();
    const added = { warehouse_id: 'BOS9', warehouse_name: 'Boston MA', zip: '02101', priority: 1 };
    expect(await write('POST', 'warehouses', added)).toBe(201);
    const move = owner.getByRole('button', { name: 'Fontana CA up' });
    await move.click();
    // It is tried before anything is asked.
    await said('Someone else changed this while you were editing');
    expect(await owner.locator('[data-confirm]').count()).toBe(0);
    await owner.getByText('Boston MA').waitFor();
    const before = await byPriority();
    await move.click();
    await meanIt(owner);
    await said('Priorities saved.');
    const after = await byPriority();
    const at = before.indexOf('ONT1');
    expect(after).toEqual(before.with(at - 1, 'ONT1').with(at, before[at - 1]!));
    expect(await read('warehouses/BOS9')).toMatchObject({ priority: 1 });
  });

  it('enables a warehouse, takes it back, and enables it with its old stock counted as 0', async () => {
    expect(await write('PATCH', 'warehouses/EWR1', { enabled: false })).toBe(200);
    await owner.goto('/warehouses');
    const edison = owner.getByRole('switch', { name: 'Edison NJ enabled' });
    const dialog = owner.getByRole('dialog');
    await expect.poll(() => edison.isChecked()).toBe(false);
    await edison.press('Space');
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await said('Edison NJ enabled.');
    expect(await read('warehouses/EWR1')).toMatchObject({ enabled: true });
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await said('Undone.');
    expect(await read('warehouses/EWR1')).toMatchObject({ enabled: false });
    await expect.poll(() => edison.isChecked()).toBe(false);
    await edison.press('Space');
    await dialog.getByText(/^Live: [\d,]+ units of [\d,]+ SKUs, synced /).waitFor();
    await dialog.getByRole('checkbox', { name: /^Count this stock as 0/ }).check();
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await said('Edison NJ enabled.');
    const { skus } = (await read('inventory?environment=live')) as {
      skus: { warehouses: { warehouse_id: string; quantity_available: number }[] }[];
    };
    const cleared = skus.flatMap(({ warehouses }) =>
      warehouses.filter((each) => each.warehouse_id === 'EWR1'),
    );
    expect(new Set(cleared.map(({ quantity_available }) => quantity_available))).toEqual(new Set([0]));
  });

  itLong('sets the delivery days of the account, with the public holidays of a country', async () => {
    const dialog = await open('/settings', 'Change delivery days');
    await dialog.getByText('Sat', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Add public holidays' }).click();
    await dialog.getByRole('combobox', { name: 'Year' }).click();
    const year = String(new Date().getFullYear() + 1);
    await owner.getByRole('option', { name: year }).click();
    await dialog
      .getByText(/: Christmas Day/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: /^Add \d+ dates$/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Delivery days saved. They apply from the next order.');
    const { delivery_calendar } = (await read('delivery-calendar')) as {
      delivery_calendar: { days: string[]; closed_dates: string[] };
    };
    expect(delivery_calendar.days).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat']);
    expect(delivery_calendar.closed_dates).toEqual(
      expect.arrayContaining([`${year}-01-01`, `${year}-07-04`, `${year}-12-25`]),
    );
    await owner.getByRole('button', { name: 'Remove', exact: true }).click();
    await meanIt(owner);
    await said('Delivery days removed.');
    expect(await read('delivery-calendar')).toMatchObject({ delivery_calendar: null });
  });

  it('reads a fault of a form at its field, and is asked before a dialog with unsaved changes closes', async () => {
    const dialog = await open('/warehouses', 'Edit Edison NJ');
    const zip = dialog.getByLabel('ZIP');
    await zip.fill('00000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('00000 is not a known ZIP code').waitFor();
    await expect.poll(() => zip.getAttribute('aria-invalid')).toBe('true');
    expect(await zip.and(owner.locator(':focus')).count()).toBe(1);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await violations(owner, '[role="dialog"]')).toEqual([]);
    await zip.press('Escape');
    await owner.getByRole('button', { name: 'Keep editing' }).click();
    expect(await zip.inputValue()).toBe('00000');
    await zip.press('Escape');
    await owner.getByRole('button', { name: 'Leave without saving' }).click();
    await dialog.first().waitFor({ state: 'detached' });
    expect(await read('warehouses/EWR1')).toMatchObject({ zip: '08837' });
  });

  it('chooses between two values of a form that somebody else has saved meanwhile', async () => {
    const dialog = await open('/warehouses', 'Edit Romeoville IL');
    await dialog.getByLabel('Name').fill('Joliet IL');
    const { warehouse_name, zip } = (await read('warehouses/ORD1')) as Record<string, string>;
    expect(warehouse_name).toBe('Romeoville IL');
    expect(
      await write('PATCH', 'warehouses/ORD1', { warehouse_name: 'Chicago IL', warehouse_code: 'W-7' }),
    ).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name: yours is Joliet IL, theirs is Chicago IL.').waitFor();
    await dialog.getByRole('button', { name: 'Keep mine' }).first().click();
    await dialog.getByText(/^Code: yours is .*, theirs is W-7\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    expect(await dialog.getByLabel('Code').inputValue()).toBe('W-7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Joliet IL saved.');
    const saved = { warehouse_name: 'Joliet IL', warehouse_code: 'W-7', zip };
    expect(await read('warehouses/ORD1')).toMatchObject(saved);
  });

  itLong(
    'keeps the draft of the settings while somebody else saves, and chooses for each setting that differs',
    async () => {
      await visit(owner, '/settings');
      const policy = (name: string) => owner.getByRole('radiogroup', { name });
      await policy('Split shipments').getByText('block').click();
      await policy('Partial shipments').getByText('warn').click();
      const theirs = { split_shipment: 'warn', ranking: 'priority' };
      expect(await write('PATCH', 'settings', theirs)).toBe(200);
      // As when the window gets the focus again. What was read is fresh for two seconds.
      await expect
        .poll(async () => {
          await owner.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
          return owner.getByText('Split shipments: yours is block, theirs is warn.').count();
        })
        .toBe(1);
      const choice = (setting: string, verb: string) =>
        owner
          .locator('div')
          .filter({ has: owner.locator(`> p:has-text("${setting}: yours is")`) })
          .getByRole('button', { name: verb });
      expect(await policy('Partial shipments').getByRole('radio', { name: 'warn' }).isChecked()).toBe(true);
      const save = owner.getByRole('button', { name: 'Save', exact: true });
      expect(await save.isDisabled()).toBe(true);
      await choice('Split shipments', 'Use theirs').click();
      await choice('Ranking', 'Use theirs').click();
      await choice('Partial shipments', 'Keep mine').click();
      await owner.getByText('1 setting will change').waitFor();
      await save.click();
      await meanIt(owner);
      await said(/^Settings saved/);
      expect((await read('settings')).settings).toMatchObject({ ...theirs, partial_shipment: 'warn' });
    },
  );

  it('is asked before unsaved settings are left', async () => {
    await visit(owner, '/settings');
    await owner.getByRole('switch', { name: 'Reroute orders that wait for stock' }).press('Space');
    await owner.getByLabel('Reroute orders that wait for stock: days').fill('3');
    await said('Reroute orders that wait for stock: off → on, for 3 days');
    const most = owner.getByRole('textbox', { name: 'Maximum shipments per order' });
    await most.fill('');
    await said('Maximum shipments per order: 4 → no limit');
    expect(await most.inputValue()).toBe('');
    const orders = owner.getByRole('link', { name: 'Orders', exact: true });
    await orders.click();
    await owner.getByRole('button', { name: 'Keep editing' }).click();
    await owner.getByText('2 settings will change').waitFor();
    const asked = owner.waitForEvent('dialog');
    await owner.evaluate('setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await orders.click();
    await owner.getByRole('button', { name: 'Leave without saving' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    // What was saved needs no question.
    await visit(owner, '/settings');
    await orders.click();
    await owner.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  });
});
