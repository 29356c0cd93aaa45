import type { z } from 'zod';
import type { enabledWarehouses } from '../contracts/account/account.ts';
import type { Prisma } from '../db/generated/client.ts';

// A warehouse that is enabled again promises the stock of before it was disabled: rows of a disabled one are refused.

/** A warehouse that a change has enabled, with its stock: the test environment's, then the live one's. */
export type EnabledWarehouse = z.output<typeof enabledWarehouses>[number];
type EnabledStock = EnabledWarehouse['stock'][number];

/** A warehouse that goes from disabled to enabled, and whether its stock is to be counted as 0. */
export interface Enabling {
  readonly id: number;
  readonly warehouse_id: string;
  readonly clears: boolean;
}

/** Reads the stock of warehouses of a client. */
export async function readEnabledStock(
  tx: Prisma.TransactionClient,
  client_id: number,
  enabling: readonly Enabling[],
): Promise<EnabledWarehouse[]> {
  if (enabling.length === 0) return [];
  const rows = await tx.$queryRaw<
    (Pick<EnabledStock, 'environment' | 'skus' | 'units'> & { id: number; synced_at: Date | null })[]
  >`
    SELECT w.id, l.environment, count(*) FILTER (WHERE u.units > 0)::int AS skus, coalesce(sum(u.units), 0)::float8 AS units,
           max(g.created_at) AS synced_at
    FROM warehouses w
    JOIN ledgers l ON l.client_id = w.client_id
    LEFT JOIN LATERAL (
      SELECT u.free + u.reserved AS units, (s.counts -> (u.place - 1)::int ->> 5)::bigint AS counted_by
      FROM stock s
      CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) WITH ORDINALITY AS u (id, free, reserved, place)
      WHERE s.ledger_id = l.id AND s.version = l.stock_version AND u.id = w.id
    ) AS u ON true
    LEFT JOIN ingest_runs g ON g.id = u.counted_by
    WHERE w.client_id = ${client_id} AND w.id = ANY(${enabling.map(({ id }) => id)})
    GROUP BY w.id, l.environment ORDER BY l.environment`;
  return enabling.map(({ id, warehouse_id, clears: cleared }) => ({
    warehouse_id,
    stock: rows
      .filter((row) => row.id === id)
      .map(({ environment, skus, units, synced_at }) => ({
        environment,
        skus,
        units,
        synced_at: synced_at?.toISOString() ?? null,
        cleared,
      })),
  }));
}
