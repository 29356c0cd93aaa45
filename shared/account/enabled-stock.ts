import { Prisma } from '../db/generated/client.ts';
import { SYNC_LOCK } from './ledger-lock.ts';

// A warehouse that is enabled again promises the stock of before it was disabled: rows of a disabled one are refused.

/** The stock of a warehouse in one environment when it was enabled. */
interface EnabledStock {
  readonly environment: 'test' | 'live';
  /** With at least one unit. */
  readonly skus: number;
  readonly units: number;
  /** When a sync last reported one of its quantities; null: it has no stock. */
  readonly synced_at: string | null;
  /** Whether it is counted as 0 from now on. */
  readonly cleared: boolean;
}

/** A warehouse that a change has enabled. */
export interface EnabledWarehouse {
  readonly warehouse_id: string;
  /** The test environment's, then the live one's. */
  readonly stock: readonly EnabledStock[];
}

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

/**
 * Counts the stock of warehouses, by database id, as 0 in both environments, as a count of this moment: reservations end
 * there, and stay elsewhere. A count of the shelf (`on_hand`) ends none: pairs of which units are reserved are short. Call it
 * last: it has the locks of the ledgers until the transaction ends.
 */
export async function clearStock(
  tx: Prisma.TransactionClient,
  client_id: number,
  warehouses: readonly number[],
  on_hand: boolean,
): Promise<void> {
  if (warehouses.length === 0) return;
  const ledgers = await tx.ledger.findMany({ where: { client_id }, orderBy: { id: 'asc' } });
  // First those of the syncs, as a sync does: a large upload has such a lock for long, and orders do not wait for it.
  for (const { id } of ledgers) await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SYNC_LOCK}, ${id})`;
  for (const { id } of ledgers) {
    await tx.$executeRaw`SELECT FROM ledgers WHERE id = ${id} FOR NO KEY UPDATE`;
    await clearIn(tx, id, warehouses, on_hand);
  }
}

async function clearIn(
  tx: Prisma.TransactionClient,
  ledger_id: number,
  warehouses: readonly number[],
  on_hand: boolean,
): Promise<void> {
  const places = Prisma.sql`
    FROM ledgers l
    JOIN stock s ON s.ledger_id = l.id AND s.version = l.stock_version
    CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved, s.ingest_run_ids)
      WITH ORDINALITY AS u (warehouse_id, free, reserved, run_id, n)
    CROSS JOIN LATERAL (SELECT s.reserved_epoch = l.stock_epoch AS is_current, u.warehouse_id = ANY(${warehouses}) AS is_cleared) AS c
    CROSS JOIN LATERAL (SELECT CASE WHEN is_current AND NOT (is_cleared AND NOT ${on_hand}) THEN u.reserved ELSE 0 END AS kept) AS k
    WHERE l.id = ${ledger_id}`;
  // That it updates rows that were not received reports it from a sync.
  const [run] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO ingest_runs (ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged, created_at)
    SELECT ${ledger_id}, 'clear_stock', 0, 0, count(*), 0, clock_timestamp() ${places} AND is_cleared AND u.free + u.reserved > 0
    HAVING count(*) > 0
    RETURNING id`;
  if (run === undefined) return;
  await tx.$executeRaw`
    INSERT INTO cleared_stock (ledger_id, warehouse_id, stock_epoch)
    SELECT DISTINCT l.id, u.warehouse_id, l.stock_epoch ${places} AND NOT ${on_hand} AND is_cleared AND is_current AND u.reserved > 0
    ON CONFLICT (ledger_id, warehouse_id)
    DO UPDATE SET stock_epoch = excluded.stock_epoch, cleared_at = clock_timestamp()`;
  await tx.$executeRaw`
    UPDATE stock SET free = now.free, reserved = now.reserved, is_short = 0 > ANY (now.free), ingest_run_ids = now.run_ids, reserved_epoch = now.stock_epoch
    FROM (
      SELECT s.version, s.sku, s.warehouse_group, l.stock_epoch,
             array_agg(CASE WHEN is_cleared THEN 0 ELSE u.free + u.reserved END - kept ORDER BY n) AS free,
             array_agg(kept ORDER BY n) AS reserved,
             array_agg(CASE WHEN is_cleared AND u.free + u.reserved > 0 THEN ${run.id} ELSE u.run_id END ORDER BY n) AS run_ids
      ${places}
      GROUP BY s.version, s.sku, s.warehouse_group, l.stock_epoch
      HAVING bool_or(is_cleared AND u.free + u.reserved > 0)
    ) AS now
    WHERE stock.ledger_id = ${ledger_id} AND stock.version = now.version AND stock.sku = now.sku AND stock.warehouse_group = now.warehouse_group`;
  await countCleared(tx, ledger_id, warehouses, run.id, on_hand);
}

/** Cleared stock is a count of 0 (shared/ledger/stock/pair.ts), by a sync of its own if there was any. */
async function countCleared(
  tx: Prisma.TransactionClient,
  ledger_id: number,
  warehouses: readonly number[],
  run_id: bigint,
  on_hand: boolean,
): Promise<void> {
  await tx.$executeRaw`
    WITH moment AS (
      SELECT floor(extract(epoch FROM greatest(clock_timestamp(), latest_count)) * 1000)::float8 AS now FROM ledgers WHERE id = ${ledger_id}
    )
    UPDATE stock s SET counts = (
      SELECT json_agg(
        CASE WHEN u.warehouse_id = ANY(${warehouses})
             THEN json_build_array(0, moment.now, CASE WHEN ${on_hand} THEN (s.counts -> (n - 1)::int ->> 2)::float8 ELSE moment.now END, 0, CASE WHEN ${on_hand} THEN 1 ELSE 0 END, CASE WHEN u.run_id = ${run_id} THEN u.run_id ELSE (s.counts -> (n - 1)::int ->> 5)::bigint END)
             ELSE s.counts -> (n - 1)::int END
        ORDER BY n)
      FROM moment, unnest(s.warehouse_ids, s.ingest_run_ids) WITH ORDINALITY AS u (warehouse_id, run_id, n)
    )
    FROM ledgers l
    WHERE l.id = ${ledger_id} AND s.ledger_id = l.id AND s.version = l.stock_version AND s.warehouse_ids && ${warehouses}`;
  await tx.$executeRaw`UPDATE ledgers SET latest_count = greatest(latest_count, clock_timestamp()) WHERE id = ${ledger_id}`;
}
