import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { PresentedOrder } from '../contracts/presented-order.ts';
import type { Database } from '../db/database.ts';
import type { OrderStatus } from '../engine/types.ts';
import { decodeDecision } from './codec.ts';
import { parseLines } from './order-codec.ts';

/** A decision as it was made, with the configuration of that day. */
export interface StoredDecision {
  readonly routing_run_id: number;
  readonly client_run_number: number;
  readonly routed_at: Date;
  readonly configuration: StoredConfiguration;
  readonly decided: PresentedOrder;
}

interface Row {
  id: number;
  order_id: string;
  destination_zip: string;
  lines: string;
  status: OrderStatus;
  data: string;
  routing_run_id: number;
  client_run_number: number;
  routed_at: Date;
  configuration_id: number;
}

const SELECT = `
  SELECT o.id, o.order_id, o.destination_zip, o.lines::text AS lines, d.status, d.data::text AS data,
         r.id AS routing_run_id, r.client_run_number, r.created_at AS routed_at, r.configuration_id
  FROM orders o
  JOIN decisions d ON d.id = o.id
  JOIN runs r ON r.id = d.run_id`;

/** Reads a ledger's decision; null where there is none of this id, also for one of another ledger. */
export async function findDecision(
  db: Database,
  ledgerId: number,
  decisionId: number,
): Promise<StoredDecision | null> {
  const { rows } = await db.pool.query<Row>({
    name: 'find-decision',
    text: `${SELECT} WHERE o.id = $2::bigint AND o.ledger_id = $1`,
    values: [ledgerId, decisionId],
  });
  return rows[0] === undefined ? null : toStoredDecision(db, rows[0]);
}

/** Reads up to `limit` decisions on an order ID in a ledger, newest first, from those before the id `before`. */
export async function listDecisions(
  db: Database,
  ledgerId: number,
  orderId: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<StoredDecision[]> {
  const { rows } = await db.pool.query<Row>({
    name: 'list-decisions',
    text: `${SELECT}
      WHERE o.ledger_id = $1 AND o.order_id = $2 AND ($3::bigint IS NULL OR o.id < $3)
      ORDER BY o.id DESC LIMIT $4`,
    values: [ledgerId, orderId, before, limit],
  });
  return Promise.all(rows.map((row) => toStoredDecision(db, row)));
}

async function toStoredDecision(db: Database, row: Row): Promise<StoredDecision> {
  const { id, order_id, destination_zip, routing_run_id, client_run_number, routed_at } = row;
  const lines = parseLines(row.lines);
  return {
    routing_run_id,
    client_run_number,
    routed_at,
    configuration: await loadConfiguration(db, row.configuration_id),
    decided: {
      id,
      order: { order_id, destination_zip, lines },
      decision: decodeDecision(row.data, row.status, lines),
    },
  };
}
