import sql, { empty, type Sql } from 'sql-template-tag';
import { type StoredConfiguration, withDisabled } from '../account/configurations.ts';
import { databaseNow } from '../account/ledger-lock.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database, Queryable } from '../db/database.ts';
import { prepared, tableOf } from '../db/sql.ts';
import { inSnapshot } from '../db/transaction.ts';
import { unvaluedSkus, unweighedSkus } from './decisions/evidence.ts';
import { type LatestDecision, selectLatest, toLatestDecisions } from './decisions/latest-decisions.ts';
import { hasCapacity } from './departures/departures-at.ts';
import { type ReadFrom, selectHeld, selectTaken } from './departures/slot-rows.ts';
import { type DecisionContext, type LedgerRead, LedgerState } from './ledger-state.ts';
import {
  amountRowsOf,
  isEndedAt,
  rowsOf,
  selectAmounts,
  selectStock,
  toAmounts,
  toStock,
} from './stock/stock-store.ts';

type AskedOrder = Pick<RoutingOrder, 'order_id' | 'lines'>;

/**
 * Loads the state of a ledger that some orders are decided on. It may be sent behind the statement that takes the
 * ledger's lock: the server reads when the lock is taken.
 */
export async function loadLedgerState(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly AskedOrder[],
): Promise<LedgerState> {
  return openState(context, await readLedger(tx, context, orders));
}

/** The same on a snapshot, without the lock, at a moment or now. */
export function loadSnapshot(
  { pool }: Pick<Database, 'pool'>,
  context: DecisionContext,
  orders: readonly AskedOrder[],
  as_of?: number | null,
): Promise<LedgerState> {
  return inSnapshot(pool, async (tx) => {
    const state = await loadLedgerState(tx, context, orders);
    if (state.isDated) state.decideAt(as_of ?? (await databaseNow(tx)));
    return state;
  });
}

/** The state of a ledger as it was read. The disabled warehouses are disabled in its configuration, too. */
function openState(context: DecisionContext, read: LedgerRead): LedgerState {
  const { warehouse_db_ids } = context.configuration;
  const indexes = read.disabled.map((id) => warehouse_db_ids.indexOf(id)).filter((index) => index >= 0);
  const configuration = withDisabled(context.configuration, indexes);
  if (configuration === context.configuration) return new LedgerState(context, read);
  const takes_slots = context.mode.takes_slots && hasCapacity(configuration.configuration);
  const mode = { ...context.mode, takes_slots };
  return new LedgerState({ ...context, configuration, mode }, read);
}

/**
 * Reads what a state lacks for further orders, in its transaction, for `add`. Returns null if a new state has to be loaded:
 * one of these orders has reserved units, which may be in a warehouse that the state does not know, or a warehouse was
 * disabled or enabled meanwhile.
 */
export async function readFurther(
  tx: Queryable,
  state: LedgerState,
  orders: readonly AskedOrder[],
): Promise<LedgerRead | null> {
  const read = await readLedger(tx, state.context, orders, (sku) => !state.stock.has(sku));
  const isKnown = read.disabled.join() === state.disabled.join();
  return isKnown && read.latest.every(({ units }) => units.length === 0) ? read : null;
}

/** What the database answers, as text; null: nothing. */
interface LedgerJson {
  readonly latest: string | null;
  readonly stock: string | null;
  readonly unit_values: string | null;
  readonly unit_weights?: string | null;
  readonly taken?: string | null;
  readonly held?: string | null;
  readonly disabled?: number[] | null;
}

/**
 * Reads the stock of the SKUs that are wanted, and the latest decisions on the order IDs with the stock that their reserved
 * units need.
 */
async function readLedger(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly AskedOrder[],
  isWanted: ((sku: string) => boolean) | null = null,
): Promise<LedgerRead> {
  const { configuration } = context;
  const skus = new Set<string>();
  if (context.mode.inventory_aware) {
    for (const { lines } of orders) for (const { sku } of lines) if (isWanted?.(sku) !== false) skus.add(sku);
  }
  const read = await select(tx, context, orders, { skus: [...skus], readsTaken: isWanted === null });
  const warehouses = new Set(configuration.warehouse_db_ids);
  const { honours_reservations } = context.mode;
  const decisions = toLatestDecisions(read.latest);
  const latest = honours_reservations ? decisions : decisions.map((each) => ({ ...each, units: [] }));
  const reserved = latest.flatMap(({ units }) => units);
  let { stock } = read;
  if (reserved.length > 0) {
    // Orders that are routed again release units, perhaps of SKUs and warehouses that the new ones do not have.
    for (const { sku, warehouse_db_id } of reserved) {
      skus.add(sku);
      warehouses.add(warehouse_db_id);
    }
    stock = await readStock(tx, context, [...skus]);
  }
  const warehouseDbIds = [...warehouses];
  const known = toStock(stock, warehouseDbIds, [...skus]);
  return {
    warehouses: warehouseDbIds,
    stock: known,
    unit_values: toAmounts(read.unit_values),
    unit_weights: configuration.compiled.costs === null ? null : toAmounts(read.unit_weights ?? null),
    latest: reserved.length === 0 ? latest : latest.map((each) => withoutEnded(each, known)),
    taken_slots: context.taken_slots ?? toTaken(read.taken),
    held_slots: toHeld(read.held),
    disabled: read.disabled ?? [],
  };
}

/** A decision without the units that a count of their pair knew of. */
function withoutEnded(latest: LatestDecision, stock: LedgerRead['stock']): LatestDecision {
  const units = latest.units.filter(
    ({ sku, warehouse_db_id }) => !isEndedAt(stock.get(sku), warehouse_db_id, latest.decided_at),
  );
  return { ...latest, units };
}

async function readStock(
  tx: Queryable,
  { stock }: DecisionContext,
  skus: readonly string[],
): Promise<string | null> {
  const { rows } = await tx.query<{ stock: string | null }>(
    prepared(sql`SELECT (${selectStock(rowsOf(stock), skus)}) AS stock`),
  );
  return rows[0]!.stock;
}

/**
 * Reads all in one statement, whose text depends on the context, and on whether values are read: so it is planned once.
 * `readsTaken`: all taken slots, and not only those that are held for the orders.
 */
async function select(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly AskedOrder[],
  { skus, readsTaken }: { readonly skus: readonly string[]; readonly readsTaken: boolean },
): Promise<LedgerJson> {
  const { configuration, mode, stock, ledger_id } = context;
  // The orders of a what-if are decided as if they were new.
  const orderIds = stock.kind === 'what_if' ? [] : [...new Set(orders.map(({ order_id }) => order_id))];
  const unvalued = unvaluedSkus(orders);
  const unweighed = () => [...new Set(orders.flatMap(({ lines }) => [...unweighedSkus(lines)]))];
  const amounts = amountRowsOf(stock, ledger_id);
  const weights =
    configuration.compiled.costs === null
      ? empty
      : sql`, (${selectAmounts('unit_weight', amounts, unweighed())}) AS unit_weights`;
  const { rows } = await tx.query<LedgerJson>(
    prepared(sql`
      SELECT (${selectLatest(ledger_id, tableOf(orderIds))}) AS latest,
             (${selectStock(rowsOf(stock), skus)}) AS stock,
             (${unvalued.length > 0 ? selectAmounts('unit_value', amounts, unvalued) : sql`NULL`}) AS unit_values${weights}${mode.takes_slots ? selectSlots(context, orderIds, readsTaken) : empty}${context.heeds_disabled ? selectDisabled(context) : empty}`),
  );
  return rows[0]!;
}

/** A further column: the client's disabled warehouses. */
function selectDisabled({ configuration: { client_id } }: DecisionContext): Sql {
  return sql`, ARRAY(SELECT id FROM warehouses WHERE client_id = ${client_id} AND NOT enabled ORDER BY id) AS disabled`;
}

/** Further columns: the slots that are taken, and those that are held for the orders. What-ifs begin without any. */
function selectSlots(
  { ledger_id, stock, since = null, configuration, adds_orders = false }: DecisionContext,
  holders: readonly string[],
  readsTaken: boolean,
): Sql {
  if (stock.kind === 'what_if') return empty;
  // An order takes at most one slot of a warehouse on a day.
  const from = fullWith(configuration, adds_orders ? Number.POSITIVE_INFINITY : holders.length);
  const taken = readsTaken ? selectTaken(ledger_id, since, from) : sql`NULL`;
  return sql`, (${taken}) AS taken, (${selectHeld(ledger_id, holders)}) AS held`;
}

/** From how many taken slots on each warehouse with a capacity may be full after so many orders. */
function fullWith({ configuration, warehouse_db_ids }: StoredConfiguration, orders: number): ReadFrom[] {
  return configuration.warehouses.flatMap(({ capacity }, index) =>
    capacity === undefined
      ? []
      : {
          warehouse_db_id: warehouse_db_ids[index]!,
          taken: Math.max(1, capacity.shipments_per_day - orders),
        },
  );
}

function toTaken(read: string | null = null): LedgerRead['taken_slots'] {
  const rows: [number, number, number][] = JSON.parse(read ?? '[]');
  return rows.map(([warehouse_db_id, day, taken]) => ({ warehouse_db_id, day, taken }));
}

function toHeld(read: string | null = null): LedgerRead['held_slots'] {
  const rows: [string, number, number][] = JSON.parse(read ?? '[]');
  return rows.map(([order_id, warehouse_db_id, day]) => ({ order_id, warehouse_db_id, day }));
}
