import sql, { type Sql } from 'sql-template-tag';
import type { RoutingOrder } from '../contracts/order.ts';
import { column } from '../db/columns.ts';
import type { Queryable } from '../db/database.ts';
import { prepared } from '../db/sql.ts';
import { DAY_MS } from '../engine/rules/departures.ts';
import type { LatestDecision, OrderExpiry } from './decisions/latest-decisions.ts';
import { toMoment } from './stock/pair-rows.ts';

// An order that is sent may have a time at which it is released by itself: a hold ends with its minutes, any other order
// with the days of the setting `reservation_days`. An order that is routed again keeps its time. The rows are written by
// whoever has the ledger's lock.

const MINUTE_MS = 60_000;

/** What a configuration gives an order that is not held, from a moment on. */
export function expiryWithin(days: number | null, from: number): OrderExpiry | null {
  return days === null ? null : { expires_at: from + days * DAY_MS, is_hold: false };
}

/** Whether an order is to be released by itself at a moment. What has shipped whole, was released or has left is not. */
export function isDue(
  { state_since, expiry, units }: Pick<LatestDecision, 'state_since' | 'expiry' | 'units'>,
  now: number,
): boolean {
  if (state_since !== null || expiry === null || expiry.expires_at > now) return false;
  return expiry.is_hold || units.length > 0;
}

/** Reads the first orders of a ledger whose time is over at a moment. */
export async function selectDue(
  tx: Queryable,
  ledgerId: number,
  now: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ order_id: string }>(
    prepared(sql`
      SELECT order_id FROM order_expiries WHERE ledger_id = ${ledgerId} AND expires_at <= ${toMoment(now)}
      ORDER BY expires_at, order_id LIMIT ${limit}`),
  );
  return rows.map(({ order_id }) => order_id);
}

/** Whether an order is routed again as it was sent before. */
export function isAgain({ stored, again = stored !== undefined }: RoutingOrder): boolean {
  return again;
}

/** When an order is released that is decided at a moment; `days` are the setting's. */
export function expiryOf(
  order: RoutingOrder,
  latest: Pick<LatestDecision, 'state' | 'expiry'> | null,
  days: number | null,
  decidedAt: number,
): OrderExpiry | null {
  const { hold_minutes } = order;
  const again = isAgain(order);
  // An order that was released or has expired is taken up again without its hold.
  if (again && latest !== null && latest.state !== 'released' && latest.state !== 'expired')
    return latest.expiry;
  if (hold_minutes !== undefined && !again)
    return { expires_at: decidedAt + hold_minutes * MINUTE_MS, is_hold: true };
  return expiryWithin(days, decidedAt);
}

/** What says when orders are released by themselves; null: never. An order may come once. */
export function saveExpiries(
  ledgerId: number,
  orders: readonly { readonly order_id: string; readonly expiry: OrderExpiry | null }[],
): Sql[] {
  const set = orders.flatMap(({ order_id, expiry }) => (expiry === null ? [] : [{ order_id, ...expiry }]));
  const dropped = orders.flatMap(({ order_id, expiry }) => (expiry === null ? [order_id] : []));
  if (set.length === 0) return dropExpiries(ledgerId, dropped);
  return [
    ...dropExpiries(ledgerId, dropped),
    sql`
      INSERT INTO order_expiries (ledger_id, order_id, expires_at, is_hold)
      SELECT ${ledgerId}::int, ${column(set, 'text', ({ order_id }) => order_id)},
             to_timestamp(${column(set, 'bigint', ({ expires_at }) => expires_at)} / 1000.0),
             ${column(set, 'bool', ({ is_hold }) => is_hold)}
      ON CONFLICT (ledger_id, order_id) DO UPDATE SET expires_at = excluded.expires_at, is_hold = excluded.is_hold`,
  ];
}

/** What says that orders are not released by themselves any more. */
export function dropExpiries(ledgerId: number, orderIds: readonly string[]): Sql[] {
  if (orderIds.length === 0) return [];
  return [
    sql`DELETE FROM order_expiries WHERE ledger_id = ${ledgerId} AND order_id = ANY(${orderIds}::text[])`,
  ];
}
