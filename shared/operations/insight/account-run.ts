import type { z } from 'zod';
import { loadConfiguration } from '../../accounts/configurations.ts';
import type { accountRun } from '../../contracts/account/runs.ts';
import type { Database } from '../../db/database.ts';
import type { WarehouseCounts } from '../../routing/counts/warehouse-counts.ts';
import { findRun, viewRun } from '../../routing/run-queries.ts';
import type { RunRow } from '../../routing/run-row.ts';

/** The most decisions that are read if nothing was counted. It takes some tens of milliseconds. */
const MAX_READ = 20_000;

/**
 * Reads a run, and what it ships from each warehouse: from its counts (`countWarehouses`), or, for a small run, from its
 * decisions. Throws AppError not_found, also for a run of another ledger.
 */
export async function readAccountRun(
  db: Database,
  ledgerId: number,
  runId: number,
): Promise<z.output<typeof accountRun>> {
  const row = await findRun(db.pool, ledgerId, runId);
  const [run, counts, { configuration }] = await Promise.all([
    viewRun(db.pool, row),
    readCounts(db, row),
    loadConfiguration(db, row.configuration_id),
  ]);
  const { configuration_id } = row;
  if (counts === null) {
    return { run, warehouses: null, shipments: null, units_shipped: null, configuration_id };
  }
  const warehouses = configuration.warehouses
    .map(({ warehouse_id, warehouse_name }, place) => ({
      warehouse_id,
      warehouse_name,
      shipments: counts[`${place} shipments`] ?? 0,
      units: counts[`${place} units`] ?? 0,
    }))
    .filter(({ units }) => units > 0)
    .sort((left, right) => right.units - left.units);
  const sum = (of: 'shipments' | 'units') => warehouses.reduce((total, each) => total + each[of], 0);
  return { run, warehouses, shipments: sum('shipments'), units_shipped: sum('units'), configuration_id };
}

async function readCounts(
  { pool }: Database,
  { id, ledger_id, orders_routed }: Pick<RunRow, 'id' | 'ledger_id' | 'orders_routed'>,
): Promise<WarehouseCounts | null> {
  const { rows } = await pool.query<{ by_warehouse: WarehouseCounts | null }>(
    'SELECT by_warehouse FROM runs WHERE id = $1 AND ledger_id = $2',
    [id, ledger_id],
  );
  const counts = rows[0]?.by_warehouse ?? null;
  if (counts !== null || orders_routed > MAX_READ) return counts;
  const { rows: read } = await pool.query<{ counts: WarehouseCounts }>(COUNT, [id, ledger_id]);
  return read[0]!.counts;
}

const COUNT = `
  WITH shipped AS (
    SELECT a ->> 1 AS place, sum((a ->> 2)::bigint) AS units, count(DISTINCT d.id) AS shipments
    FROM runs r
    JOIN run_chunks c ON c.run_id = r.id
    JOIN decisions d ON d.id >= c.first_id AND d.id < c.first_id + c.orders AND d.run_id = r.id
    CROSS JOIN LATERAL json_array_elements(d.data -> 'a') AS a
    WHERE r.id = $1 AND r.ledger_id = $2 GROUP BY 1
  )
  SELECT coalesce(jsonb_object_agg(key, n), '{}') AS counts
  FROM shipped, LATERAL (VALUES (place || ' units', units), (place || ' shipments', shipments)) AS c (key, n)`;
