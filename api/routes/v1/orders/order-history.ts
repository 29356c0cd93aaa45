import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/accounts/configurations.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { orderHistoryQuery } from '../../../../shared/contracts/order-history.ts';
import { presentOrder } from '../../../../shared/contracts/present-order.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { jsonText } from '../../../../shared/foundation/json-text.ts';
import { type DecisionRecord, listDecisions } from '../../../../shared/routing/decisions/decision-records.ts';

const position = z.int().min(1);

/**
 * Reads one page of the routings of an order ID in a ledger, newest first, as JSON text.
 * Throws AppError not_found if it was never routed, validation_failed for a bad cursor.
 */
export async function readOrderHistory(
  db: Database,
  ledgerId: number,
  orderId: string,
  query: z.output<typeof orderHistoryQuery>,
): Promise<string> {
  const before = query.cursor ? decodeCursor(position, query.cursor) : null;
  const { limit } = query;
  const page = await listDecisions(db.pool, ledgerId, orderId, { before, limit });
  const routings = await Promise.all(page.decisions.map((record) => presentRouting(db, record)));
  const next = page.next === null ? null : encodeCursor(page.next);
  return `{"order_id":${jsonText(orderId)},"routings":[${routings.join(',')}],"next_cursor":${JSON.stringify(next)}}`;
}

/** Its result is the text that the presenters write, because parsing it would round large amounts. */
async function presentRouting(db: Database, record: DecisionRecord): Promise<string> {
  const { order_id, ...order } = record.order;
  const { reroute } = record.decision;
  const routing = {
    routing_run_id: record.routing_run_id,
    client_run_number: record.client_run_number,
    routed_at: record.run_began_at.toISOString(),
    order: { external_order_id: order_id, ...order },
    ...(reroute && { reroute }),
  };
  const configuration = await loadConfiguration(db, record.configuration_id);
  return `${JSON.stringify(routing).slice(0, -1)},"result":${presentOrder(configuration, record)}}`;
}
