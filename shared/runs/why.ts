import { setImmediate } from 'node:timers/promises';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Why } from '../contracts/why.ts';
import type { Database } from '../db/database.ts';
import { decodeStored, type StoredDecision } from '../decisions/codec.ts';
import { parseLines } from '../decisions/order-codec.ts';
import type { OrderStatus } from '../engine/types.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { explainStored } from './explain-stored.ts';
import type { RunRow } from './run-queries.ts';
import { openRunResults } from './run-results.ts';

/** What explanations are read with. */
export interface WhyDeps {
  readonly db: Database;
  readonly lanes: Pick<LaneResolver, 'resolve'>;
}

interface Row {
  readonly id: number;
  readonly order_id: string;
  readonly destination_zip: string;
  readonly lines: string;
  readonly status: OrderStatus;
  readonly data: string;
  readonly decided_at: Date | null;
  readonly run_began_at: Date;
  readonly configuration_id: number;
}

const SELECT = `
  SELECT o.id, o.order_id, o.destination_zip, o.lines::text AS lines, d.status, d.data::text AS data, d.decided_at,
         r.created_at AS run_began_at, r.configuration_id
  FROM orders o
  JOIN decisions d ON d.id = o.id
  JOIN runs r ON r.id = d.run_id`;

/** Why a ledger's decision is as it is; null if there is none of this id, or if it is another ledger's. */
export async function whyDecision(deps: WhyDeps, ledgerId: number, decisionId: number): Promise<Why | null> {
  const { rows } = await deps.db.pool.query<Row>({
    name: 'why-decision',
    text: `${SELECT} WHERE o.id = $2::bigint AND o.ledger_id = $1`,
    values: [ledgerId, decisionId],
  });
  return explainRow(deps, rows[0]);
}

/** The same for the decision on an order ID that was committed last; null if it was never routed. */
export async function whyOrder(deps: WhyDeps, ledgerId: number, orderId: string): Promise<Why | null> {
  const { rows } = await deps.db.pool.query<Row>({
    name: 'why-order',
    text: `${SELECT} WHERE o.ledger_id = $1 AND o.order_id = $2
           ORDER BY d.commit_order DESC NULLS LAST, o.id DESC LIMIT 1`,
    values: [ledgerId, orderId],
  });
  return explainRow(deps, rows[0]);
}

async function explainRow({ db, lanes }: WhyDeps, row: Row | undefined): Promise<Why | null> {
  if (row === undefined) return null;
  const { id, order_id, destination_zip, status, decided_at, run_began_at } = row;
  const lines = parseLines(row.lines);
  const stored = JSON.parse(row.data) as StoredDecision;
  const decision = decodeStored(stored, status, lines);
  const explainable = { id, order: { order_id, destination_zip, lines }, decision, stored, decided_at };
  const configuration = await loadConfiguration(db, row.configuration_id);
  const [why] = await explainStored(lanes, configuration, run_began_at, [explainable]);
  return why!;
}

/** Decisions that are read at a time. */
const SLICE = 500;
/** Explanations that are made at a time: some milliseconds, in which nobody else is served. */
const STEP = 20;

/** Why the decisions of a run are as they are, in request order, some at a time, as far as it is decided. */
export async function* whyRun({ db, lanes }: WhyDeps, run: WhyRun): AsyncGenerator<Why[]> {
  const { configuration, slices } = await openRunResults(db, run, { withSeen: true });
  for await (const slice of slices({}, SLICE)) {
    const decidedAt = await loadTimes(
      db,
      slice.map(({ id }) => id),
    );
    const explainable = slice.map((each) => ({ ...each, decided_at: decidedAt.get(each.id) ?? null }));
    for (let from = 0; from < explainable.length; from += STEP) {
      yield explainStored(lanes, configuration, run.created_at, explainable.slice(from, from + STEP));
      await setImmediate();
    }
  }
}

type WhyRun = Pick<RunRow, 'routing_run_id' | 'ledger_id' | 'configuration_id' | 'created_at'>;

async function loadTimes(db: Database, ids: readonly number[]): Promise<Map<number, Date | null>> {
  const { rows } = await db.pool.query<{ id: number; decided_at: Date | null }>({
    name: 'decided-at',
    text: 'SELECT id, decided_at FROM decisions WHERE id >= $1 AND id <= $2',
    values: [ids[0], ids.at(-1)],
  });
  return new Map(rows.map(({ id, decided_at }) => [id, decided_at]));
}
