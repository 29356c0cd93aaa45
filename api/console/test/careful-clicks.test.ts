import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../../scripts/demo/demo-account.ts';
import { saveClientUser } from '../../../shared/account/change-client.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { readAccount, writeAccount } from './account-calls.ts';
import { OWNER, openDemoConsole } from './demo-service.ts';
import { hasBrowser, itLong, meanIt, type OpenConsole, visit } from './open-console.ts';

let service: OpenConsole;
let owner: Page;

const said = (text: string | RegExp) => owner.getByText(text).first().waitFor();
const dialog = () => owner.getByRole('dialog');

/** The texts of a table's cells. */
async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
}

/** The table of what a step changes. */
const changes = () => rowsOf(owner.getByRole('table', { name: 'What changes' }));

const doIt = () => meanIt(owner);

const choose = (label: string, text: string) =>
  owner
    .getByLabel(label)
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

/** With a line of each kind, in Test, where no other order is. It reserves two chairs. */
const ORDER = {
  order_id: 'SO-CAREFUL',
  destination_zip: '10001',
  partner_id: 'wholesale',
  is_vip: true,
  lines: [
    { sku: 'CHAIR-1', quantity: 2, unit_value: 50 },
    { sku: 'UNKNOWN', quantity: 4, unit_value: 50 },
    { sku: 'TENT-209', quantity: 3, unit_value: 50 },
  ],
};

interface Found {
  readonly order_id: string;
  readonly rerouted: boolean;
  readonly state: string;
}

/** What the service finds, in the reader's session. */
async function found(search: string): Promise<Found[]> {
  const answer = await owner.evaluate(
    `fetch('/account/v1/orders?environment=live&limit=1000${search}').then((answer) => answer.json())`,
  );
  return (answer as { orders: Found[] }).orders;
}

async function open(filter: string, item: string): Promise<void> {
  await visit(owner, `/orders${filter}`);
  await owner.getByRole('button', { name: 'Bulk actions' }).click();
  await owner.getByRole('menuitem', { name: item }).click();
}

const idsOf = (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id).toSorted();

describe.skipIf(!hasBrowser)('a click', () => {
  beforeAll(async () => {
    service = await openDemoConsole();
    owner = await service.window(OWNER);
    const stock = {
      inventory: ['EWR1', 'ORD1'].map((warehouse_id) => ({
        sku: 'CHAIR-1',
        warehouse_id,
        quantity_available: 2,
      })),
    };
    expect(await writeAccount(owner, 'POST', 'inventory/uploads?environment=test', stock)).toBe(200);
    expect(await writeAccount(owner, 'POST', 'orders/route?environment=test', ORDER)).toBe(200);
  });
  afterAll(() => service?.close());

  it('on Enter in an open list takes the first match, by name or ID, and sends no form', async () => {
    await visit(owner, '/orders/DEMO-000005');
    await owner.getByRole('button', { name: 'Reroute…' }).click();
    const exclude = dialog().getByRole('combobox', { name: 'Exclude warehouses' });
    await exclude.click();
    await owner.keyboard.type('ord1');
    await owner.keyboard.press('Enter');
    await dialog().getByText('Romeoville IL (ORD1)').waitFor();
    // A second Enter chooses nothing more, and the form is not sent by it.
    await owner.keyboard.press('Enter');
    await owner.keyboard.type('no such place');
    await owner.keyboard.press('Enter');
    await said('No warehouses found');
    expect(await dialog().getByText('New', { exact: true }).count()).toBe(0);
    await dialog().getByText('Decides the order again').click();
    // The browser shows no body of a request that was cloned, so that it can be sent again after a confirmation.
    const tried = owner.evaluate(
      () =>
        new Promise((resolve) => {
          const { fetch: send } = globalThis;
          globalThis.fetch = (input, init) => {
            const request = input as Request;
            if (!/reroute.*dry_run=true/.test(request.url)) return send(input, init);
            globalThis.fetch = send;
            resolve(request.clone().json());
            return send(input, init);
          };
        }),
    );
    await dialog().getByRole('button', { name: 'Preview' }).click();
    expect(await tried).toEqual({ exclude_warehouse_ids: ['ORD1'] });
    await dialog().getByText('New', { exact: true }).waitFor();
    await owner.keyboard.press('Escape');
  });

  it('on an order shows what is missing of each line, why, and whose order it is', async () => {
    await visit(owner, '/orders/SO-CAREFUL?environment=test');
    const lines = owner.getByRole('table', { name: 'Lines' });
    await expect
      .poll(() => rowsOf(lines))
      .toEqual([
        ['UNKNOWN', '4', '4', '–', 'unknown SKU', 'Check the SKU, or upload its stock'],
        ['TENT-209', '3', '3', '–', 'shipped by the vendor', 'Pass it to its vendor'],
        ['CHAIR-1', '–', '2', '2 from Edison NJ', '–', '–'],
      ]);
    await said(/^VIP · profile Wholesale, because the partner is wholesale/);
    await owner
      .getByRole('list', { name: 'History' })
      .getByText(/^Decided: ships in part/)
      .waitFor();
  });

  it('on an odd link opens the list, which J enters; Tab offers to skip to it', async () => {
    await owner.goto('/orders?environment=test&foo=1&status=NOPE&late=maybe&from=1&q=%00');
    const list = owner.getByRole('table', { name: 'Orders' });
    await list.getByRole('link', { name: 'SO-CAREFUL' }).waitFor();
    expect(new URL(owner.url()).search).toBe('?environment=test');
    const focused = () => owner.locator(':focus').textContent();
    await owner.keyboard.press('j');
    expect(await focused()).toBe(await list.getByRole('link').first().textContent());
    await owner.reload();
    await list.getByRole('link').first().waitFor();
    await owner.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await owner.keyboard.press('Enter');
    expect(await focused()).toBe('Orders');
  });

  it('on a figure leads to as many orders', async () => {
    for (const label of ['Cannot ship', 'Policy warnings']) {
      await visit(owner, '/');
      const figure = owner.getByText(label, { exact: true }).locator('..').getByRole('link');
      const count = Number(await figure.textContent());
      await figure.click();
      await owner.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      const query = new URL(owner.url()).searchParams;
      expect([query.get('from'), query.get('to')]).toEqual([
        expect.stringMatching(/T/),
        expect.stringMatching(/T/),
      ]);
      const { orders } = (await readAccount(owner, `orders?environment=live&limit=200&${query}`)) as {
        orders: [];
      };
      expect(orders).toHaveLength(count);
      expect(await owner.getByRole('textbox', { name: 'From' }).inputValue()).toMatch(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
      );
    }
  });

  it('on Escape does not close a secret', async () => {
    await visit(owner, '/api-access');
    await owner.getByRole('button', { name: 'Create key' }).first().click();
    await dialog().getByLabel('Name').fill('careful');
    await dialog().getByRole('button', { name: 'Create API key' }).click();
    const secret = owner.getByLabel('Secret');
    await secret.waitFor();
    await owner.keyboard.press('Escape');
    await said('Close without the secret?');
    await owner.getByRole('button', { name: 'Back to the secret' }).click();
    await secret.waitFor();
    await owner.getByRole('button', { name: 'Done' }).click();
    await secret.waitFor({ state: 'detached' });
  });

  it('on Save after the session has ended loses no edits', async () => {
    await visit(owner, '/warehouses');
    await owner.getByRole('button', { name: 'Edit Edison NJ' }).click();
    await dialog().getByLabel('Name').fill('Edison South');
    await service.db.pool.query('DELETE FROM sessions');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await said('Your session has ended.');
    await owner.keyboard.press('Escape');
    const again = owner.getByRole('dialog', { name: 'Sign in again' });
    expect(await again.getByLabel('Email').inputValue()).toBe(OWNER.email);
    await again.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await dialog().getByLabel('Name').inputValue()).toBe('Edison South');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await meanIt(owner);
    await said('Edison South saved.');
    expect(await readAccount(owner, 'warehouses/EWR1')).toMatchObject({ warehouse_name: 'Edison South' });
  });

  it('on a stock file says what it changes and which reservations end, and sends it only then', async () => {
    await visit(owner, '/inventory?environment=test');
    await owner.getByRole('button', { name: 'Upload stock' }).first().click();
    await choose('Drop a stock file here', 'sku,warehouse_id,quantity_available\nCHAIR-1,ORD1,2\n');
    const expected = [
      ['New rows', '–', '0'],
      ['Changed rows', '–', '0'],
      ['Unchanged rows', '–', '1'],
      ['Units in stock', '4', '4'],
      ['⚠ Reserved units', '2', '0'],
    ];
    await expect.poll(changes).toEqual(expected);
    await said(/It has 1 row; stock then has 2, .* 2 units of 1 order can be promised again/);
    await said('This changes Test stock only.');
    await owner.getByRole('button', { name: 'Cancel' }).click();
    const reserved = async () =>
      (await readAccount(owner, 'inventory/CHAIR-1?environment=test')).reserved_quantity;
    expect(await reserved()).toBe(2);
    await choose('Drop a stock file here', 'sku,warehouse_id,quantity_available\nCHAIR-1,ORD1,2\n');
    await expect.poll(changes).toEqual(expected);
    await doIt();
    await said('1 row: 0 new, 0 updated, 1 unchanged.');
    expect(await reserved()).toBe(0);
  });

  it('on a stock file with faulty rows shows them, and leaves them out only if a person says so', async () => {
    await visit(owner, '/inventory?environment=test');
    await owner.getByRole('button', { name: 'Upload stock' }).first().click();
    const rows = ['CHAIR-1,ORD1,9', 'LAMP,ORD1,-1', 'DESK,ORD1,4', 'DESK,ORD1,5'];
    const file = `sku,warehouse_id,quantity_available\n${rows.join('\n')}\n`;
    await choose('Drop a stock file here', file);
    await owner.getByRole('dialog', { name: 'rows.csv has 3 faulty rows' }).waitFor();
    expect((await rowsOf(owner.getByRole('table', { name: 'Errors' }))).map(([place]) => place)).toEqual([
      'line 3: quantity_available',
      'line 4',
      'line 5',
    ]);
    const units = async () =>
      (await readAccount(owner, 'inventory/CHAIR-1?environment=test')).quantity_available;
    expect(await units()).toBe(4);
    await owner.getByRole('button', { name: 'Leave these 3 rows out' }).click();
    await expect.poll(changes).toEqual([
      ['New rows', '–', '0'],
      ['Changed rows', '–', '1'],
      ['Unchanged rows', '–', '0'],
      ['Rows left out', '–', '3'],
      ['Units in stock', '4', '11'],
      ['Reserved units', '0', '0'],
    ]);
    await doIt();
    await said('1 row: 0 new, 1 updated, 0 unchanged, 3 left out.');
    expect(await units()).toBe(11);
  });

  it('on a count of stock that somebody has changed meanwhile shows the new figure, and corrects from that', async () => {
    const unitsAt = async () => {
      const { warehouses } = await readAccount(owner, 'inventory/CHAIR-1?environment=test');
      return (warehouses as { warehouse_id: string; quantity_available: number }[]).find(
        ({ warehouse_id }) => warehouse_id === 'ORD1',
      )!.quantity_available;
    };
    const before = await unitsAt();
    await visit(owner, '/inventory/CHAIR-1?environment=test&correct=ORD1');
    await dialog().getByText(`${before} units by the last count`).waitFor();
    const sale = {
      sku: 'CHAIR-1',
      warehouse_id: 'ORD1',
      change: -4,
      expected_quantity: before,
      reason: 'sold',
    };
    expect(await writeAccount(owner, 'POST', 'inventory/changes?environment=test', { changes: [sale] })).toBe(
      200,
    );
    await dialog().getByLabel('Units there are').fill('20');
    await dialog().getByLabel('Reason').fill('counted');
    const set = dialog().getByRole('button', { name: 'Set to 20' });
    await set.click();
    await dialog()
      .getByText(`${before - 4} units now`)
      .waitFor();
    expect(await unitsAt()).toBe(before - 4);
    await set.click();
    await said('has 20 units of CHAIR-1.');
    expect(await unitsAt()).toBe(20);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await said('Undone.');
    expect(await unitsAt()).toBe(before - 4);
  });

  it('on a file of rules says what becomes of the rules, names faults by line, and is undone', async () => {
    await visit(owner, '/item-control');
    await owner.getByRole('button', { name: 'CSV', exact: true }).click();
    const saving = owner.waitForEvent('download');
    await owner.getByRole('button', { name: 'Download all rules' }).click();
    const file = readFileSync((await (await saving).path())!, 'utf8');
    const [header, first, ...others] = file.trimEnd().split('\r\n');
    const rules = async () => ((await readAccount(owner, 'item-controls')).item_controls as object[]).length;
    const before = await rules();
    const use = (lines: readonly (string | undefined)[]) =>
      choose('Drop a file of rules here', lines.join('\r\n'));
    await use([header, first, ...others]);
    await said(`Nothing would change: the account has exactly these ${before} rules.`);
    await owner.getByRole('button', { name: 'Cancel' }).click();
    // Faults of the file, of its rows, and of what these name.
    const hold = 'LAMP-8,hold,,,,,';
    await use([header, first, 'LAMP-9,hold', 'LAMP-9,hold,,,3,,', 'LAMP-9,prefer,NOWHERE,,,,', hold, hold]);
    for (const place of ['line 3', 'line 4: days', 'line 5: warehouse_ids', 'line 7: rule'])
      await said(place);
    await use([header, ...others, 'LAMP-9,hold,,,,,']);
    await expect.poll(changes).toEqual([
      ['Rows', String(before), String(before)],
      ['Rows added', '–', '1'],
      ['Rows changed', '–', expect.any(String)],
      ['⚠ Rows removed', '–', '1'],
    ]);
    await said('Rule LAMP-9~hold');
    await doIt();
    await said('Rules saved.');
    expect(await readAccount(owner, 'item-controls/LAMP-9~hold')).toMatchObject({ rule: 'hold' });
    await owner.getByRole('button', { name: 'Undo' }).click();
    await said('Undone.');
    expect(await rules()).toBe(before);
  });

  it('on a switch or an arrow changes nothing before it is meant, and is undone', async () => {
    await visit(owner, '/warehouses?environment=test');
    const edison = owner.getByRole('switch', { name: 'Fontana CA enabled' });
    await edison.press('Space');
    await expect
      .poll(async () => (await changes())[0])
      .toEqual(['Enabled warehouses', '10 of 11', '9 of 11']);
    await said('Test and Live share this account: Live changes too.');
    expect(await readAccount(owner, 'warehouses/ONT1')).toMatchObject({ enabled: true });
    await doIt();
    await said('Fontana CA disabled.');
    expect(await readAccount(owner, 'warehouses/ONT1')).toMatchObject({ enabled: false });
    await owner.getByRole('button', { name: 'Undo' }).click();
    await said('Undone.');
    expect(await readAccount(owner, 'warehouses/ONT1')).toMatchObject({ enabled: true });
    await owner.getByRole('button', { name: 'Fontana CA up' }).click();
    await expect.poll(changes).toEqual([
      ['Rank of Fontana CA', '2', '1'],
      ['Rank of Edison South', '1', '2'],
      ['Live orders from it in 24 hours', '–', expect.stringMatching(/orders?$/)],
      ['Live orders from it that wait to leave', '–', expect.stringMatching(/orders?$/)],
    ]);
    await owner.getByRole('button', { name: 'Cancel' }).click();
    expect(await readAccount(owner, 'warehouses/ONT1')).toMatchObject({ priority: 2 });
    await visit(owner, '/profiles');
    await owner.getByRole('switch', { name: 'Wholesale enabled' }).press('Space');
    await expect.poll(changes).toEqual([
      ['Orders of wholesale follow', '2 overrides, 5 warehouses', 'the account’s settings'],
      ['Live orders of this partner in 24 hours', '–', expect.stringMatching(/^[1-9]\d* orders?$/)],
      ['Live orders of this partner that wait to leave', '–', expect.stringMatching(/orders?$/)],
    ]);
    await owner.getByRole('button', { name: 'Cancel' }).click();
    expect(await readAccount(owner, 'profiles/wholesale')).toMatchObject({ enabled: true });
  });

  itLong(
    'on Remove user lists what the person made, and ends their keys only if a person says so',
    async () => {
      const leaver = {
        email: 'leaver@demo.example',
        role: 'owner',
        password: 'correct horse battery',
      } as const;
      await saveClientUser(service.db, { slug: DEMO_ACCOUNT.client.slug, who: COMMAND_LINE }, leaver);
      const theirs = await service.window(leaver);
      expect(await writeAccount(theirs, 'POST', 'api-keys', { name: 'shop', environment: 'test' })).toBe(201);
      expect(await writeAccount(theirs, 'POST', 'tokens', { name: 'sync', role: 'member' })).toBe(201);
      await visit(owner, '/users');
      await owner.getByRole('button', { name: 'Remove leaver@demo.example' }).click();
      await dialog().getByText('sync', { exact: true }).waitFor();
      await dialog().getByText('shop (test)').waitFor();
      await dialog().getByRole('checkbox', { name: 'End this key too' }).check();
      await dialog().getByRole('button', { name: 'Remove user' }).click();
      await said('leaver@demo.example removed.');
      const { api_keys } = await readAccount(owner, 'api-keys');
      const keys = api_keys as { name: string; revoked_at: string | null }[];
      expect(keys.find(({ name }) => name === 'shop')!.revoked_at).not.toBeNull();
    },
  );

  describe('on all orders that match a filter', () => {
    it('exports them as rows of a file, and no others', async () => {
      const waiting = owner.waitForEvent('download');
      await open('?status=SPLIT', 'Export all that match as CSV');
      const [head, ...rows] = readFileSync((await (await waiting).path())!, 'utf8')
        .trimEnd()
        .split('\r\n');
      const place = head!.split(',').indexOf('order_id');
      expect(rows.map((row) => row.split(',')[place]!).toSorted()).toEqual(
        idsOf(await found('&status=SPLIT')),
      );
      expect(rows.length).toBeGreaterThan(10);
    });

    it('releases them after their number was shown, and no others', async () => {
      const before = await found('');
      const matching = await found('&status=PARTIAL');
      expect(matching.length).toBeGreaterThan(3);
      await open('?status=PARTIAL', 'Release…');
      const dialog = owner.getByRole('dialog');
      await dialog.getByText('Outcome: Ships in part').waitFor();
      await dialog
        .getByText(`${matching.length} orders match; ${matching.length} of them are current or held.`)
        .waitFor();
      expect(await found('')).toEqual(before);
      await dialog.getByRole('button', { name: `Release ${matching.length} orders` }).click();
      await owner.getByText(`${matching.length} orders released.`).waitFor();
      expect(idsOf(await found('&state=released'))).toEqual(idsOf(matching));
    });

    it('routes them again, and no others', async () => {
      const matching = await found('&status=SPLIT');
      expect(matching.length).toBeGreaterThan(3);
      const before = await found('');
      await open('?status=SPLIT', 'Route these again…');
      const dialog = owner.getByRole('dialog');
      const tried = dialog.getByRole('table', { name: 'Now and new' }).locator('tbody tr');
      await tried.first().waitFor();
      await dialog.getByLabel('Note').fill('all of it');
      await dialog.getByRole('switch', { name: /^Keep an order unchanged/ }).click();
      await expect.poll(() => tried.count()).toBe(Math.min(20, matching.length));
      expect(await found('')).toEqual(before);
      await dialog.getByRole('button', { name: `Reroute ${matching.length} orders` }).click();
      await owner.waitForURL(/\/runs\/\d+/);
      await owner.getByRole('main').getByText('completed').first().waitFor();
      const rerouted = (await found('')).filter((order) => order.rerouted);
      expect(idsOf(rerouted)).toEqual(idsOf(matching));
    });

    it('takes only those that are selected by keys or clicks, which are saved and released', async () => {
      await visit(owner, '/orders?state=current');
      const rows = owner.locator('tr[data-index]');
      await rows.first().locator('a').focus();
      for (const key of ['j', 'x', 'Shift+J']) await owner.keyboard.press(key);
      await owner.getByRole('button', { name: '2 selected' }).waitFor();
      await rows
        .nth(4)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] });
      const chosen = await rows
        .getByRole('checkbox', { checked: true })
        .evaluateAll((boxes) =>
          (boxes as { ariaLabel?: string }[]).map(({ ariaLabel }) => ariaLabel!.replace('Select order ', '')),
        );
      expect(chosen).toHaveLength(4);
      // The selection is kept over a visit.
      await visit(owner, `/orders/${chosen[0]}`);
      await visit(owner, '/orders?state=current');
      await owner.getByRole('button', { name: '4 selected' }).waitFor();
      await owner.getByRole('button', { name: 'Columns' }).click();
      const waiting = owner.waitForEvent('download');
      await owner.getByRole('menuitem', { name: 'Download 4 rows as CSV' }).click();
      const [, ...saved] = readFileSync((await (await waiting).path())!, 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(saved.map((row) => row.split(',')[0])).toEqual(chosen);
      await owner.getByRole('button', { name: '4 selected' }).click();
      await owner.getByRole('menuitem', { name: 'Release…' }).click();
      await owner
        .getByRole('dialog')
        .getByRole('button', { name: /^Release \d+ orders?$/ })
        .click();
      await owner.getByText('4 orders released.').waitFor();
      expect(idsOf(await found('&state=released'))).toEqual(expect.arrayContaining(chosen.toSorted()));
    });
  });
});
