import { loadConfiguration } from '../account/configurations.ts';
import { pageOf } from '../contracts/cursor.ts';
import { presentDecision } from '../contracts/decision.ts';
import { presentRouting } from '../contracts/order-history.ts';
import type { Database } from '../db/database.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import {
  type DecisionPageKey,
  latestDecision,
  listDecisions,
  neverRouted,
  sizeOfDecisions,
} from '../ledger/decisions/decision-records.ts';
import { isOpen } from '../ledger/decisions/order-need.ts';
import { findReleased } from '../ledger/decisions/superseded-orders.ts';
import { resultBytes } from './write-run-results.ts';

/** One page of the decisions on an order ID, the latest first. Plain data. */
export interface DecisionPageAsk extends DecisionPageKey {
  /** The member that has them, and how each is written. */
  readonly shown: keyof typeof PRESENT;
}

const PRESENT = { decisions: presentDecision, routings: presentRouting };

/** The bytes of a result of so many bytes of lines, about: each line is there again with what is shipped of it. */
const BYTES_OF_LINES = 8;

/** The bytes of the page, about. */
export async function decisionPageBytes(
  { pool }: Pick<Database, 'pool'>,
  ask: DecisionPageAsk,
  warehouses: number,
): Promise<number> {
  const { decisions, line_bytes, raw_bytes } = await sizeOfDecisions(pool, ask);
  const sent = ask.shown === 'routings' ? raw_bytes : 0;
  return decisions * resultBytes(warehouses) + BYTES_OF_LINES * line_bytes + sent;
}

/** Writes the page as a whole, as JSON. Throws AppError not_found if the order was never routed. */
export async function writeDecisionPage(
  { db }: { readonly db: Database },
  ask: DecisionPageAsk,
  out: Utf8Writer,
): Promise<null> {
  const { ledger_id, order_id, limit, shown } = ask;
  const found = await listDecisions(db.pool, { ...ask, limit: limit + 1 });
  const { page, next_cursor } = pageOf(found, limit, ({ id }) => id);
  const isLatest = ({ state }: { readonly state: string }) => state !== 'replaced';
  const stateOf = async () => {
    if (found.length === 0 && ask.before === null) {
      const state = await findReleased(db.pool, ledger_id, order_id);
      if (state === null) throw neverRouted(order_id);
      return { state };
    }
    const { state, expires_at } =
      found.find(isLatest) ?? (await latestDecision(db.pool, ledger_id, order_id));
    return { state, ...(isOpen(state) && expires_at && { expires_at: expires_at.toISOString() }) };
  };
  const state = await stateOf();
  const head = { order_id, ...(shown === 'routings' && state) };
  out.write(`${JSON.stringify(head).slice(0, -1)},"${shown}":[`);
  for (const [place, record] of page.entries()) {
    const configuration = await loadConfiguration(db, record.configuration_id);
    if (place > 0) out.write(',');
    out.write(PRESENT[shown](configuration, record));
  }
  out.write(`],"next_cursor":${JSON.stringify(next_cursor)}}`);
  return null;
}
