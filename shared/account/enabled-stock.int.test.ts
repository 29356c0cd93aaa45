import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '../identity/principal.ts';
import { releaseOrder } from '../ledger/correct-order.ts';
import { stockOfAccounts } from '../ledger/stock/clear-stock.ts';
import { readStockRows } from '../ledger/stock/stock-rows.ts';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import { anOrder, createRoutingFixture, linesOf } from '../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { type AccountFileInput, parseAccountFile } from './account-file.ts';
import { changeElement } from './account-lists.ts';
import { applyAccountFile } from './apply-account.ts';
import { readAccountFile } from './read-account.ts';

const service = await createRoutingFixture();
const db = service.deps.db;
afterAll(() => service.close());

/** An account with stock in both environments, of which an order of live has reserved units at two warehouses. */
async function anAccount() {
  const account = await createTestAccount(db);
  for (const each of [account.test, account.live]) {
    await service.sync(each, [
      { sku: 'A', warehouse_id: 'EWR1', quantity: 5 },
      { sku: 'A', warehouse_id: 'ATL1', quantity: 3 },
      { sku: 'B', warehouse_id: 'EWR1', quantity: 0 },
    ]);
  }
  await service.route(account.live, [anOrder({ order_id: 'split', lines: linesOf({ A: 7 }) })]);
  return account;
}

const enable = ({ slug }: TestAccount, patch: object) =>
  changeElement(
    { ...db, stock: stockOfAccounts(30) },
    {
      slug,
      who: { kind: 'user', name: 'p@x.example', address: '192.0.2.1' },
      if_match: undefined,
      list: 'warehouses',
    },
    'EWR1',
    patch as Record<string, unknown>,
  );

/** Quantity and reserved units of A and B by warehouse. */
async function stockOf(principal: Principal) {
  const rows = await readStockRows(db, principal, {}, { after: null, limit: 10 });
  return rows.map(
    ({ sku, warehouse_id, quantity_available, reserved_quantity }) =>
      `${sku} ${warehouse_id} ${quantity_available} ${reserved_quantity}`,
  );
}

describe('a warehouse that is enabled again', () => {
  it('counts as 0 in both environments with clear_stock, and gives nothing back that was reserved there', async () => {
    const account = await anAccount();
    await enable(account, { enabled: false });
    const { stock, value } = await enable(account, { enabled: true, clear_stock: true });
    expect(stock!.map(({ units, cleared }) => [units, cleared])).toEqual([
      [5, true],
      [5, true],
    ]);
    expect(value).not.toHaveProperty('clear_stock');
    expect(await stockOf(account.live)).toEqual(['A EWR1 0 0', 'A ATL1 3 2', 'B EWR1 0 0']);
    expect(await stockOf(account.test)).toEqual(['A EWR1 0 0', 'A ATL1 3 0', 'B EWR1 0 0']);
    expect((await reconcile(db, { client: account.slug })).differences).toEqual([]);
    const release = { order_id: 'split', idempotency: null, dry_run: false };
    const { answer } = await releaseOrder(service.deps, account.live, release);
    expect(JSON.parse(answer).released).toEqual([{ sku: 'A', warehouse_id: 'ATL1', quantity: 2 }]);
    expect(await stockOf(account.live)).toEqual(['A EWR1 0 0', 'A ATL1 3 0', 'B EWR1 0 0']);
    expect((await reconcile(db, { client: account.slug })).differences).toEqual([]);
  });

  it('reserves again what is synced later, for new orders and for those of before', async () => {
    const account = await anAccount();
    await enable(account, { enabled: false });
    await enable(account, { enabled: true, clear_stock: true });
    const [none] = (await service.route(account.live, [anOrder({ lines: linesOf({ A: 2 }) })])).decisions;
    expect(none!.decision.status).toBe('PARTIAL');
    await service.route(account.live, [anOrder({ order_id: 'split', lines: linesOf({ A: 2 }) })]);
    expect(await stockOf(account.live)).toEqual(['A EWR1 0 0', 'A ATL1 3 3', 'B EWR1 0 0']);
    await service.sync(account.live, [{ sku: 'A', warehouse_id: 'EWR1', quantity: 4 }]);
    await service.route(account.live, [anOrder({ order_id: 'split', lines: linesOf({ A: 2 }) })]);
    expect(await stockOf(account.live)).toEqual(['A EWR1 4 2', 'A ATL1 3 0', 'B EWR1 0 0']);
    expect((await reconcile(db, { client: account.slug })).differences).toEqual([]);
  });

  it('is cleared by an account file once, which never has the instruction', async () => {
    const account = await anAccount();
    const { slug } = account;
    const [first, ...others] = anAccountFile().warehouses!;
    const apply = (file: Omit<AccountFileInput, 'client'>) =>
      applyAccountFile(
        { ...db, stock: stockOfAccounts(30) },
        parseAccountFile({ client: { slug }, ...file }),
        {
          baseDir: null,
        },
      );
    await apply({ warehouses: others });
    const file = { warehouses: [{ ...first!, clear_stock: true }, ...others] };
    const { enabled, changes } = await apply(file);
    expect(enabled.map(({ warehouse_id, stock }) => [warehouse_id, stock[1]!.cleared])).toEqual([
      ['EWR1', true],
    ]);
    expect(changes.map(({ path }) => path)).toEqual([
      'warehouses[EWR1].enabled',
      'warehouses[EWR1].clear_stock',
    ]);
    await service.sync(account.live, [{ sku: 'A', warehouse_id: 'EWR1', quantity: 9 }]);
    expect(await apply(file)).toMatchObject({ changes: [], enabled: [] });
    expect(await stockOf(account.live)).toEqual(['A EWR1 9 0', 'A ATL1 3 0', 'B EWR1 0 0']);
    expect((await readAccountFile(db, slug)).answer).not.toContain('clear_stock');
  });
});
