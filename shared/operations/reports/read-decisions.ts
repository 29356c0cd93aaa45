import { loadConfiguration } from '../../account/configurations.ts';
import type { Database } from '../../db/database.ts';
import type { OrderStatus } from '../../engine/types.ts';
import { readDecisions } from '../../ledger/decisions/decision-records.ts';
import type { IdRange } from '../../ledger/run-row.ts';
import type { OrderFilter } from '../../runs/search/order-filter.ts';
import {
  boundsOf,
  endOf,
  isInPeriod,
  type RunPeriod,
  readRunRanges,
  START,
} from '../../runs/search/run-ranges.ts';
import { scanDecisions, TO_THE_END } from '../../runs/search/scan-decisions.ts';
import type { ReportedDecision } from './decision-rows.ts';

/** The decisions of a ledger that a report has. The period is about the time when their runs began. */
interface DecisionFilter extends RunPeriod, Omit<OrderFilter, 'status'> {
  readonly routing_run_id?: number | undefined;
  /** Absent: all. */
  readonly statuses?: readonly OrderStatus[];
  /** Only those of orders that are current or held. */
  readonly current?: boolean | undefined;
  /** Only the latest ones. */
  readonly latest?: boolean | undefined;
}

/** Decisions that are read at a time. */
const READ = 500;
/** Ranges read at a time. A synchronous run has one. */
const PAGE = 1000;

/**
 * The ids of a ledger's decisions by run and in request order, in lists, as fast as the caller takes them. Decisions that
 * are made meanwhile may be among them or not.
 */
export async function* reportedIds(
  db: Database,
  ledgerId: number,
  { routing_run_id: runId, current, latest, from, to, ...filter }: DecisionFilter,
): AsyncGenerator<number[]> {
  if (filter.statuses?.length === 0) return;
  const period = { from, to };
  const bounds = runId ? { first: runId, last: runId } : await boundsOf(db.pool, ledgerId, period);
  const sought = { ...filter, ...((latest || current) && { is_latest: true }) };
  if (Object.values(sought).some((value) => value !== undefined)) {
    const scan = { ledger_id: ledgerId, direction: 'request_order', bounds, period, filter: sought } as const;
    const steps = scanDecisions(db, scan, START.request_order, TO_THE_END.ids, TO_THE_END);
    for await (const { found } of steps)
      for (let at = 0; at < found.length; at += READ) yield found.slice(at, at + READ).map(({ id }) => id);
    return;
  }
  for (let position = START.request_order; ; ) {
    const page = await readRunRanges(db.pool, ledgerId, 'request_order', bounds, position, PAGE);
    yield* idsOf(page.filter(isInPeriod(period)), READ);
    if (page.length < PAGE) return;
    position = endOf(page.at(-1)!, 'request_order');
  }
}

/** Reads those of some decisions that a report has, each with its configuration. */
export async function readReported(
  db: Database,
  ledgerId: number,
  ids: readonly number[],
  { statuses, current = false }: Pick<DecisionFilter, 'statuses' | 'current'>,
): Promise<ReportedDecision[]> {
  const decisions = await readDecisions(db.pool, ledgerId, ids, { statuses, current });
  return Promise.all(
    decisions.map(async (record) => {
      const { configuration, warehouse_db_ids } = await loadConfiguration(db, record.configuration_id);
      return { ...record, configuration, warehouse_db_ids };
    }),
  );
}

/** The ids of ranges in their order, in lists of `size` ids; the last list may be shorter. */
export function* idsOf(ranges: readonly IdRange[], size: number): Generator<number[]> {
  let ids: number[] = [];
  for (const { first_id, orders } of ranges) {
    for (let id = first_id; id < first_id + orders; id++) {
      ids.push(id);
      if (ids.length < size) continue;
      yield ids;
      ids = [];
    }
  }
  if (ids.length > 0) yield ids;
}
