import { USUAL_RESULT_BYTES } from '../../contracts/write-results.ts';
import type { Database } from '../../db/database.ts';
import { TimeSlice } from '../../foundation/time-slice.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { findRun, viewRun } from '../../runs/run-queries.ts';
import { openRunResults } from '../../runs/run-results.ts';
import { findWhatIf, viewWhatIf } from '../what-if/what-ifs.ts';

/** An event as it was written. */
export interface StoredEvent {
  readonly ledger_id: number | null;
  readonly type: string;
  readonly subject_id: number | null;
  readonly data: object | null;
  readonly created_at: Date;
}

/** The most orders that one delivery lists. */
const MAX_ORDERS = 1000;

/** Orders that are read at a time: reading more would hold the event loop for too long. */
const SLICE = 100;

/** The body of an event: `{type, timestamp, data}`. Throws AppError not_found if its subject was deleted. */
export async function eventBody(db: Database, event: StoredEvent): Promise<string> {
  const { type, created_at, data } = event;
  const subject = event.subject_id === null ? null : await readSubject(db, event);
  return JSON.stringify({ type, timestamp: created_at.toISOString(), data: { ...subject, ...data } });
}

/** A run that has ended and a what-if that is completed stay as they are, so they can be read later. */
async function readSubject(db: Database, { type, ledger_id, subject_id }: StoredEvent): Promise<object> {
  const [ledger, id] = [ledger_id!, subject_id!];
  switch (type) {
    case 'what_if.completed':
      return viewWhatIf(db, await findWhatIf(db.pool, ledger, id));
    case 'order.unroutable':
      return unroutableOrders(db, ledger, id);
    case 'order.rerouted':
      return (await resultsOf(db, ledger, id, {}, 1))[0]!;
    default:
      return viewRun(db.pool, await findRun(db.pool, ledger, id));
  }
}

async function unroutableOrders(db: Database, ledgerId: number, runId: number): Promise<object> {
  const { none_count } = await findRun(db.pool, ledgerId, runId);
  const results = await resultsOf(db, ledgerId, runId, { status: 'NONE' }, MAX_ORDERS);
  return {
    routing_run_id: runId,
    none_count,
    orders: results.map(({ order_id, unroutable_reason_code, unroutable_reason, recommended_action }) => ({
      order_id,
      unroutable_reason_code,
      unroutable_reason,
      recommended_action,
    })),
    all_orders: `/api/v1/runs/${runId}/results?status=NONE`,
  };
}

/** The first results of a run, as its variant answers them. */
async function resultsOf(
  db: Database,
  ledgerId: number,
  runId: number,
  filter: { readonly status?: 'NONE' },
  limit: number,
): Promise<Record<string, unknown>[]> {
  const { slices, writeOrder } = await openRunResults(db, await findRun(db.pool, ledgerId, runId));
  const results: Record<string, unknown>[] = [];
  const others = new TimeSlice();
  for await (const slice of slices(filter, Math.min(SLICE, limit))) {
    for (const decided of slice) {
      const out = new Utf8Writer(USUAL_RESULT_BYTES);
      writeOrder(out, decided);
      results.push(JSON.parse(out.bytes().toString()));
      await others.pauseIfOver();
    }
    if (results.length >= limit) break;
  }
  return results.slice(0, limit);
}
