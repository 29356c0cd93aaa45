import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { inTransaction } from '../db/transaction.ts';
import { compileConfiguration } from '../engine/compile.ts';
import type { UnitWeights } from '../engine/types.ts';
import { anOrder, createRoutingFixture, type RoutingFixture } from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { beginWhatIf } from '../testing/work-what-ifs.ts';
import { workWhatIf } from '../work/what-if/work-what-if.ts';
import { type DecisionContext, ledgerContext } from './ledger-state.ts';
import { loadLedgerState, readFurther } from './load-ledger-state.ts';
import type { StockSource } from './stock/stock-store.ts';

let service: RoutingFixture;
beforeAll(async () => {
  service = await createRoutingFixture();
});
afterAll(() => service.close());

const RATES = { rates: { currency: 'USD', zones: { by: 'table' } } } as const;

/** A, B and C, of which B is weighed by its second line. */
const ORDER = anOrder({
  lines: [
    { sku: 'A', quantity: 1, unit_value: 1 },
    { sku: 'B', quantity: 1, unit_value: 1 },
    { sku: 'B', quantity: 1, unit_value: 1, unit_weight: 5 },
    { sku: 'C', quantity: 1, unit_value: 1 },
  ],
});

/** The synced weights that the order would be decided on. */
async function weightsOf(
  { ledger_id, configuration_id }: Principal,
  costs: typeof RATES | object = RATES,
  stock: StockSource = { kind: 'ledger', ledger_id },
): Promise<UnitWeights | undefined> {
  const context = { ...(await contextOf({ ledger_id, configuration_id }, costs)), stock };
  const state = await inTransaction(service.deps.db.pool, (tx) => loadLedgerState(tx, context, [ORDER]));
  return state.inputOf(ORDER, null).unit_weights;
}

async function contextOf(
  { ledger_id, configuration_id }: Pick<Principal, 'ledger_id' | 'configuration_id'>,
  costs: typeof RATES | object,
): Promise<DecisionContext> {
  const stored = await loadConfiguration(service.deps.db, configuration_id);
  const configuration = { ...stored.configuration, ...costs };
  const compiled = compileConfiguration(configuration);
  return ledgerContext(ledger_id, { ...stored, configuration, compiled });
}

it('reads the synced weights of SKUs that no line weighs, where the account has rates', async () => {
  const { live } = await createTestAccount(service.deps.db);
  await service.sync(live, [{ sku: 'A', unit_weight: 2.5 }, { sku: 'B', unit_weight: 7 }, { sku: 'C' }]);
  expect(await weightsOf(live)).toEqual(new Map([['A', 2.5]]));
  expect(await weightsOf(live, {})).toBeUndefined();
});

it('reads the weights that a what-if began with', async () => {
  const { live } = await createTestAccount(service.deps.db);
  await service.sync(live, [{ sku: 'A', unit_weight: 2.5 }]);
  const { run } = await service.route(live, [ORDER]);
  const begun = { orders: { routing_run_id: run.routing_run_id }, draft: {} };
  const { id } = await beginWhatIf(service.deps.db, live, begun);
  const deps = { ...service.deps, isThreadWaitedFor: () => true };
  await workWhatIf(deps, { what_if_id: id, ledger_id: live.ledger_id }); // takes the snapshot
  await service.sync(live, [
    { sku: 'A', unit_weight: 4 },
    { sku: 'C', unit_weight: 1 },
  ]);
  for (const side of ['baseline', 'draft'] as const) {
    const pinned = { kind: 'what_if', what_if_id: id, side } as const;
    expect(await weightsOf(live, RATES, pinned)).toEqual(new Map([['A', 2.5]]));
  }
  expect((await weightsOf(live))?.get('A')).toBe(4);
});

it('needs a new state for further orders once a warehouse was disabled, where the run heeds that', async () => {
  const { pool, prisma } = service.deps.db;
  const { live, client_id } = await createTestAccount(service.deps.db);
  const context = { ...(await contextOf(live, {})), heeds_disabled: true };
  await inTransaction(pool, async (tx) => {
    const state = await loadLedgerState(tx, context, [ORDER]);
    expect(await readFurther(tx, state, [anOrder()])).not.toBeNull();
    await prisma.warehouse.updateMany({
      where: { client_id, warehouse_id: 'EWR1' },
      data: { enabled: false },
    });
    expect(await readFurther(tx, state, [anOrder()])).toBeNull();
    const next = await loadLedgerState(tx, context, [ORDER]);
    expect([state, next].map((each) => each.context.configuration.compiled.enabled)).toEqual([
      [0, 1, 2],
      [1, 2],
    ]);
  });
});
