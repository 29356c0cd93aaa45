import type pg from 'pg';
import { loadConfiguration } from '../../accounts/configurations.ts';
import type { Database } from '../../db/database.ts';
import type { Configuration, OrderStatus } from '../../engine/types.ts';
import { decodeDecision } from '../../routing/decisions/codec.ts';
import { parseLines } from '../../routing/decisions/order-codec.ts';
import type { IdRange, RunRow } from '../../routing/run-row.ts';
import type { ReportedDecision } from './decision-rows.ts';
import { type Slice, slicesOf } from './slices.ts';

/** The decisions of a ledger that a report has. */
export interface DecisionFilter {
  /** Runs that began at this time or later. */
  readonly from?: Date | undefined;
  /** Runs that began before. */
  readonly to?: Date | undefined;
  readonly routing_run_id?: number | undefined;
  /** Absent: all. */
  readonly statuses?: readonly OrderStatus[];
}

/** Decisions in memory at a time. */
const SLICE = 500;

/** Ranges read at a time. A synchronous run has one. */
const PAGE = 1000;

/**
 * Reads a ledger's decisions by run and in request order, some at a time, as fast as the caller takes them. Each part is
 * a separate statement, by the primary key, so a slow caller keeps no transaction open. Decisions that are made meanwhile
 * may be among them or not.
 */
export async function* readDecisions(
  db: Database,
  ledgerId: number,
  filter: DecisionFilter,
): AsyncGenerator<ReportedDecision[]> {
  if (filter.statuses?.length === 0) return;
  let last: ReportedRange | null = null;
  for (;;) {
    const page: ReportedRange[] = await readReportedRanges(db.pool, ledgerId, filter, last);
    for (const slices of slicesOf(page, SLICE)) {
      const decisions = await readReportedSlices(db, ledgerId, slices, filter.statuses ?? null);
      if (decisions.length > 0) yield decisions;
    }
    if (page.length < PAGE) return;
    last = page.at(-1)!;
  }
}

/** Consecutive ids of a run's orders. */
interface ReportedRange extends IdRange, Pick<RunRow, 'client_run_number' | 'configuration_id'> {
  readonly run_id: number;
  readonly chunk: number;
  readonly routed_at: Date;
}

const RUN_RANGES = `
  SELECT c.run_id, c.chunk, c.first_id, c.orders, r.client_run_number, r.created_at AS routed_at, r.configuration_id
  FROM runs r
  JOIN run_chunks c ON c.run_id = r.id
  WHERE r.ledger_id = $1
    AND ($2::timestamptz IS NULL OR r.created_at >= $2) AND ($3::timestamptz IS NULL OR r.created_at < $3)
    AND ($4::bigint IS NULL OR r.id = $4)
    AND r.id >= $5 AND (c.run_id, c.chunk) > ($5, $6)
  ORDER BY r.id, c.chunk
  LIMIT ${PAGE}`;

async function readReportedRanges(
  pool: pg.Pool,
  ledgerId: number,
  { from, to, routing_run_id }: DecisionFilter,
  last: ReportedRange | null,
): Promise<ReportedRange[]> {
  const { rows } = await pool.query<ReportedRange>(RUN_RANGES, [
    ledgerId,
    from ?? null,
    to ?? null,
    routing_run_id ?? null,
    last?.run_id ?? 0,
    last?.chunk ?? 0,
  ]);
  return rows;
}

type ReportedDecisionRow = [
  id: number,
  status: OrderStatus,
  data: string,
  order_id: string,
  destination_zip: string,
  lines: string,
  is_vip: boolean,
  priority_level: number | null,
  order_created_at: Date | null,
  partner_id: string | null,
  carrier: string | null,
  ship_method: string | null,
];

// By a list of all ids, on both tables. For ranges of ids the planner may read a whole large table.
const DECISIONS = `
  SELECT d.id, d.status, d.data::text, o.order_id, o.destination_zip, o.lines::text, o.is_vip,
         o.priority_level, o.order_created_at, o.partner_id, o.carrier, o.ship_method
  FROM orders o
  JOIN decisions d ON d.id = o.id
  WHERE o.id = ANY($1::bigint[]) AND d.id = ANY($1::bigint[]) AND d.ledger_id = $3
    AND ($2::order_status[] IS NULL OR d.status = ANY($2))`;

async function readReportedSlices(
  db: Database,
  ledgerId: number,
  slices: readonly Slice<ReportedRange>[],
  statuses: readonly OrderStatus[] | null,
): Promise<ReportedDecision[]> {
  const configurations = await Promise.all(
    slices.map(({ of }) => loadConfiguration(db, of.configuration_id)),
  );
  const { rows } = await db.pool.query<ReportedDecisionRow>({
    name: 'report-decisions',
    text: DECISIONS,
    values: [idsOf(slices), statuses, ledgerId],
    rowMode: 'array',
  });
  const rowOfId = new Map(rows.map((row) => [row[0], row]));
  return slices.flatMap(({ of, first_id, end_id }, slice) => {
    const decisions: ReportedDecision[] = [];
    for (let id = first_id; id < end_id; id++) {
      const row = rowOfId.get(id);
      if (row) decisions.push(toReported(of, configurations[slice]!.configuration, row));
    }
    return decisions;
  });
}

function idsOf(slices: readonly Slice<ReportedRange>[]): number[] {
  const ids: number[] = [];
  for (const { first_id, end_id } of slices) for (let id = first_id; id < end_id; id++) ids.push(id);
  return ids;
}

function toReported(
  run: ReportedRange,
  configuration: Configuration,
  row: ReportedDecisionRow,
): ReportedDecision {
  const [id, status, data, order_id, destination_zip, linesText, is_vip, priority_level, createdAt] = row;
  const [, , , , , , , , , partner_id, carrier, ship_method] = row;
  const lines = parseLines(linesText);
  return {
    id,
    routing_run_id: run.run_id,
    client_run_number: run.client_run_number,
    routed_at: run.routed_at,
    order: {
      order_id,
      destination_zip,
      lines,
      is_vip,
      priority_level,
      order_created_at: createdAt?.toISOString() ?? null,
      partner_id,
      carrier,
      ship_method,
    },
    decision: decodeDecision(data, status, lines),
    configuration,
  };
}
