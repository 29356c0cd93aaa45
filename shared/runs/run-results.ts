import type pg from 'pg';
import { loadConfiguration, type StoredConfiguration } from '../account/configurations.ts';
import { variantUnder } from '../contracts/present.ts';
import type { PresentedOrder, RoutedRun } from '../contracts/routed-run.ts';
import type { WriteOrder } from '../contracts/write-results.ts';
import type { Database } from '../db/database.ts';
import type { OrderStatus } from '../engine/types.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { decodeParsed, type EncodedDecision } from '../ledger/decisions/codec.ts';
import type { StoredEvidence } from '../ledger/decisions/evidence.ts';
import { type StoredLine, toLines } from '../ledger/decisions/order-codec.ts';
import { type IdRange, type RunRow, readRun } from '../ledger/run-row.ts';
import { optimizationOfRun } from '../ledger/run-store.ts';
import { readRunRanges } from './search/run-ranges.ts';

/** Which of a run's results are wanted. */
export interface ResultFilter {
  readonly status?: OrderStatus | undefined;
  /** Orders that ship from it, alone or among others. */
  readonly warehouse_id?: string | undefined;
  readonly order_id?: string | undefined;
}

/** A result, and if it was asked for, the evidence of its decision and when that was made; else {} and null. */
export interface StoredResult extends PresentedOrder {
  readonly evidence: StoredEvidence;
  readonly decided_at: Date | null;
}

/** A run's results, as far as it is decided, with the configuration that they are shown by. */
export interface RunResults {
  readonly configuration: StoredConfiguration;
  /** Writes an order result in the run's variant. */
  readonly writeOrder: WriteOrder;
  /** Up to `size` results at a time, in request order, from those after the decision id `after`. */
  readonly slices: (filter: ResultFilter, size: number, after?: number) => AsyncGenerator<StoredResult[]>;
  /** The first `limit` results of a range of ids. */
  readonly read: (filter: ResultFilter, range: IdRange, limit: number) => Promise<StoredResult[]>;
}

/**
 * Opens a run's results. They are read as they are taken: memory does not grow with the run. The evidence of the
 * decisions is read only if it is asked for: with it, the results of 200,000 orders take 60 to 80 % longer.
 */
export async function openRunResults(
  db: Database,
  run: ResultsOf,
  { withEvidence = false }: { readonly withEvidence?: boolean } = {},
): Promise<RunResults> {
  const configuration = await loadConfiguration(db, run.configuration_id);
  const read: RunResults['read'] = async (filter, { first_id, orders }, limit) => {
    const select = selection(configuration, filter, withEvidence);
    return select === null ? [] : select(db.pool, { from: first_id, end: first_id + orders }, limit);
  };
  async function* slices(filter: ResultFilter, size: number, after = 0): AsyncGenerator<StoredResult[]> {
    const select = selection(configuration, filter, withEvidence);
    if (select === null) return;
    for (const { first_id, orders } of await resultRanges(db, run, filter, after)) {
      const end = first_id + orders;
      for (let from = first_id; from < end; ) {
        const slice = await select(db.pool, { from, end }, size);
        if (slice.length > 0) yield slice;
        if (slice.length < size) break;
        from = slice.at(-1)!.id + 1;
      }
    }
  }
  return { configuration, writeOrder: variantUnder(configuration).orderWriter(configuration), slices, read };
}

/** The ids of a run's results, without those up to `after`. */
export function resultRanges(
  { pool }: Pick<Database, 'pool'>,
  run: ResultsOf,
  { order_id }: Pick<ResultFilter, 'order_id'>,
  after = 0,
): Promise<IdRange[]> {
  return order_id === undefined ? chunksOf(pool, run, after) : findOrder(pool, run, order_id, after);
}

export type ResultsOf = Pick<RunRow, 'id' | 'ledger_id' | 'configuration_id'>;

/** A run has fewer. */
const MAX_CHUNKS = 2 ** 31;

function chunksOf(pool: pg.Pool, { id, ledger_id }: ResultsOf, after: number): Promise<IdRange[]> {
  const position = { run_id: id, id: after };
  return readRunRanges(pool, ledger_id, 'request_order', { first: id, last: id }, position, MAX_CHUNKS);
}

/** One order of the run as a range of its own, found by index: the chunks would have to be searched. */
async function findOrder(pool: pg.Pool, run: ResultsOf, orderId: string, after: number): Promise<IdRange[]> {
  const { rows } = await pool.query<IdRange>(
    `SELECT o.id AS first_id, 1 AS orders FROM orders o JOIN decisions d ON d.id = o.id
     WHERE o.ledger_id = $1 AND o.order_id = $2 AND d.run_id = $3 AND o.id > $4`,
    [run.ledger_id, orderId, run.id, after],
  );
  return rows;
}

type ResultRow = [
  id: number,
  status: OrderStatus,
  decision: EncodedDecision,
  evidence: StoredEvidence | null,
  decidedAt: string | null,
  deliverBy: string | null,
  orderId: string,
  destinationZip: string,
  lines: StoredLine[],
];
type Select = (pool: pg.Pool, ids: { from: number; end: number }, limit: number) => Promise<StoredResult[]>;

/** Reads what of an id range passes the filter; null where nothing can. */
function selection(
  { configuration, warehouse_db_ids }: StoredConfiguration,
  filter: ResultFilter,
  withEvidence: boolean,
): Select | null {
  const evidence = withEvidence
    ? `coalesce(d.evidence, 'null'), ',', to_json(d.decided_at), ',', coalesce('"' || o.deliver_by || '"', 'null')`
    : `'{},null,null'`;
  const { status, warehouse_id } = filter;
  const conditions = ['id >= $1', 'id < $2'];
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 3}`;
  if (status !== undefined) conditions.push(`status = ${parameter(status)}::order_status`);
  if (warehouse_id !== undefined) {
    const index = configuration.warehouses.findIndex((known) => known.warehouse_id === warehouse_id);
    if (index < 0) return null;
    conditions.push(`${parameter(warehouse_db_ids[index])}::int = ANY (warehouses)`);
  }
  // One text for all rows: parsing it once costs a fraction of parsing each row. The SQL writes the array by hand, because
  // json_build_array takes twice as long. Both tables have the range, because the planner does not carry it over. The
  // ledger is not compared: the planner would expect few rows and look each order up, which takes longer.
  const text = `
    SELECT '[' || string_agg(
      concat('[', d.id, ',"', d.status, '",', d.data, ',', ${evidence}, ',', to_json(o.order_id), ',', to_json(o.destination_zip), ',',
             o.lines, ']'),
      ',' ORDER BY d.id) || ']' AS results
    FROM (SELECT id, status, data, evidence, decided_at FROM decisions WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT $3) AS d
    JOIN orders o ON o.id = d.id AND o.id >= $1 AND o.id < $2`;
  return async (pool, { from, end }, limit) => {
    const { rows } = await pool.query<{ results: string | null }>(text, [from, end, limit, ...values]);
    const { results } = rows[0]!;
    return results === null ? [] : (JSON.parse(results) as ResultRow[]).map(toStoredResult);
  };
}

function toStoredResult([
  id,
  status,
  encoded,
  evidence,
  decidedAt,
  deliver_by,
  order_id,
  destination_zip,
  storedLines,
]: ResultRow): StoredResult {
  const lines = toLines(storedLines);
  const decision = decodeParsed(encoded, status, lines);
  const decided_at = decidedAt === null ? null : new Date(decidedAt);
  const order = { order_id, destination_zip, lines, ...(deliver_by !== null && { deliver_by }) };
  return { id, order, decision, evidence: evidence ?? {}, decided_at };
}

/** Results read at a time. */
const SLICE = 1000;

/** Reads a synchronous run back as it was answered: presenting it gives the same bytes again. Throws AppError not_found. */
export async function loadRun(db: Database, ledgerId: number, runId: number): Promise<RoutedRun> {
  const row = await readRun(db.pool, ledgerId, runId);
  if (row === null) throw new AppError('not_found', `There is no routing run ${runId}.`);
  const results = await openRunResults(db, row);
  const decisions: PresentedOrder[] = [];
  for await (const slice of results.slices({}, SLICE)) for (const decided of slice) decisions.push(decided);
  return {
    run: {
      ...row,
      routing_run_id: row.id,
      orders_considered: row.orders_total,
      ...(await optimizationOfRun(db.pool, row, results.configuration, { asAnswered: true })),
    },
    configuration: results.configuration,
    decisions,
  };
}
