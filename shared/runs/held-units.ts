import type pg from 'pg';
import { allocationsOf } from '../decisions/codec.ts';
import { parseLines } from '../decisions/order-codec.ts';

/** An active reservation of one order ID, by database warehouse id. */
export interface HeldReservation {
  readonly decision_id: number;
  readonly order_id: string;
  readonly units: readonly {
    readonly sku: string;
    readonly warehouse_db_id: number;
    readonly quantity: number;
  }[];
}

/** Finds the active reservations of the given order IDs. Needs the ledger's lock. */
export async function loadHeld(
  tx: pg.PoolClient,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<HeldReservation[]> {
  const { rows } = await tx.query<[number, string, string, string, number[]]>({
    name: 'load-held',
    text: `SELECT d.id, o.order_id, d.data::text, o.lines::text,
                  (SELECT array_agg(w::text::int ORDER BY n)
                   FROM jsonb_array_elements(c.body -> 'warehouse_db_ids') WITH ORDINALITY AS t(w, n))
           FROM orders o
           JOIN decisions d ON d.id = o.id
           JOIN runs r ON r.id = d.run_id
           JOIN configurations c ON c.id = r.configuration_id
           WHERE o.ledger_id = $1 AND o.order_id = ANY($2)
             AND d.reservation_epoch = (SELECT stock_epoch FROM ledgers WHERE id = $1)`,
    values: [ledgerId, orderIds],
    rowMode: 'array',
  });
  return rows.map(([id, orderId, data, linesText, warehouseDbIds]) => {
    const lines = parseLines(linesText);
    return {
      decision_id: id,
      order_id: orderId,
      units: allocationsOf(data).map(({ line, warehouse, quantity }) => ({
        sku: lines[line]!.sku,
        warehouse_db_id: warehouseDbIds[warehouse]!,
        quantity,
      })),
    };
  });
}

/** Marks the reservations of replaced decisions as released. */
export async function releaseHeld(tx: pg.PoolClient, decisionIds: readonly number[]): Promise<void> {
  if (decisionIds.length === 0) return;
  await tx.query({
    name: 'release-held',
    text: 'UPDATE decisions SET reservation_epoch = NULL WHERE id = ANY($1)',
    values: [decisionIds],
  });
}
