import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/accounts/configurations.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { orderHistoryQuery } from '../../../../shared/contracts/order-history.ts';
import { presentOrder } from '../../../../shared/contracts/present-order.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { decodeDecision } from '../../../../shared/decisions/codec.ts';
import { parseLines } from '../../../../shared/decisions/order-codec.ts';
import type { OrderStatus } from '../../../../shared/engine/types.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jsonText } from '../../../../shared/platform/json-text.ts';

const position = z.int().min(1);

const QUERY = `
  SELECT o.id, o.destination_zip, o.is_vip, o.priority_level, o.order_created_at, o.partner_id, o.carrier,
         o.ship_method, o.lines::text AS lines, o.raw_order_data, d.status, d.data::text AS data,
         r.id AS routing_run_id, r.client_run_number, r.created_at AS routed_at, r.configuration_id
  FROM orders o
  JOIN decisions d ON d.id = o.id
  JOIN runs r ON r.id = d.run_id
  WHERE o.ledger_id = $1 AND o.order_id = $2 AND ($3::bigint IS NULL OR o.id < $3)
  ORDER BY o.id DESC
  LIMIT $4`;

interface Row {
  id: number;
  destination_zip: string;
  is_vip: boolean;
  priority_level: number | null;
  order_created_at: Date | null;
  partner_id: string | null;
  carrier: string | null;
  ship_method: string | null;
  lines: string;
  raw_order_data: Record<string, unknown> | null;
  status: OrderStatus;
  data: string;
  routing_run_id: number;
  client_run_number: number;
  routed_at: Date;
  configuration_id: number;
}

/**
 * Reads one page of what became of an order ID in a ledger, newest first, as JSON text.
 * Throws AppError not_found where it was never routed, validation_failed for a bad cursor.
 */
export async function readOrderHistory(
  db: Database,
  ledgerId: number,
  orderId: string,
  query: z.output<typeof orderHistoryQuery>,
): Promise<string> {
  const before = query.cursor ? decodeCursor(position, query.cursor) : null;
  const { rows } = await db.pool.query<Row>(QUERY, [ledgerId, orderId, before, query.limit + 1]);
  if (rows.length === 0 && before === null)
    throw new AppError('not_found', `Order ${orderId} was not routed.`);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const routings = await Promise.all(page.map((row) => presentRouting(db, orderId, row)));
  const next = last && rows.length > page.length ? encodeCursor(last.id) : null;
  return `{"order_id":${jsonText(orderId)},"routings":[${routings.join(',')}],"next_cursor":${JSON.stringify(next)}}`;
}

/** The result stands in it as the presenters wrote it: to parse it would round large amounts. */
async function presentRouting(db: Database, orderId: string, row: Row): Promise<string> {
  const configuration = await loadConfiguration(db, row.configuration_id);
  const lines = parseLines(row.lines);
  const order = {
    destination_zip: row.destination_zip,
    lines,
    is_vip: row.is_vip,
    priority_level: row.priority_level,
    order_created_at: row.order_created_at?.toISOString() ?? null,
    partner_id: row.partner_id,
    carrier: row.carrier,
    ship_method: row.ship_method,
    raw_order_data: row.raw_order_data,
  };
  const decided = {
    id: row.id,
    order: { order_id: orderId, ...order },
    decision: decodeDecision(row.data, row.status, lines),
  };
  const routing = {
    routing_run_id: row.routing_run_id,
    client_run_number: row.client_run_number,
    routed_at: row.routed_at.toISOString(),
    order: { external_order_id: orderId, ...order },
    ...(decided.decision.reroute && { reroute: decided.decision.reroute }),
  };
  return `${JSON.stringify(routing).slice(0, -1)},"result":${presentOrder(configuration, decided)}}`;
}
