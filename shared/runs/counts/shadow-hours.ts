import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../../account/configurations.ts';
import { unprepared } from '../../db/sql.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { COUNT_OF } from '../../ledger/status-counts.ts';
import type { SideCounts } from './side-counts.ts';

/**
 * The outcome of a run under shadow settings. compared: both sides are counted. stale: the stock has changed, so that the
 * live side is not decided as it was. dropped: it was not decided a second time, because other work came first.
 */
export type ShadowOutcome = 'compared' | 'stale' | 'dropped';

/** What each side decided, in numbers. */
export interface ShadowCounts {
  readonly live: SideCounts;
  readonly shadow: SideCounts;
}

/** The statement that counts a ledger's runs `r` for which `which` holds, as of the hour in which the last one ended. */
export function countShadow(
  ledgerId: number,
  which: Sql,
  outcome: ShadowOutcome,
  { live, shadow }: ShadowCounts = { live: {}, shadow: {} },
): Sql {
  return sql`
    INSERT INTO shadow_hours AS h (ledger_id, hour, settings, outcome, runs, orders, live, shadow)
    SELECT r.ledger_id, date_trunc('hour', max(r.finished_at), 'UTC'), c.shadow ->> 'settings', ${outcome}, count(*),
           sum(r.orders_routed), ${JSON.stringify(live)}::jsonb, ${JSON.stringify(shadow)}::jsonb
    FROM runs r JOIN configurations c ON c.id = r.configuration_id
    WHERE r.ledger_id = ${ledgerId} AND c.shadow IS NOT NULL AND ${which}
    GROUP BY 1, 3
    ON CONFLICT (ledger_id, hour, settings, outcome) DO UPDATE
      SET runs = h.runs + excluded.runs, orders = h.orders + excluded.orders, live = add_counts(h.live, excluded.live),
          shadow = add_counts(h.shadow, excluded.shadow)`;
}

/** Managed runs of a ledger that may wait to be compared. Further ones are dropped. */
const MAX_WAITING = 5;

/**
 * Lets a managed run be compared, in the transaction that completes it, by a what-if over its orders with the shadow
 * settings as draft. Does nothing if there are none.
 */
export async function beginShadow(
  tx: pg.PoolClient,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
  configuration: Pick<StoredConfiguration, 'id' | 'shadow'>,
): Promise<void> {
  if (configuration.shadow === null) return;
  const { rowCount } = await tx.query(
    `INSERT INTO what_ifs (ledger_id, is_shadow, requested_by, routing_run_id, draft, configuration_id,
                           draft_configuration_id)
     SELECT $1, true, 'shadow', $2, '{}', $3, $3
     WHERE (SELECT count(*) FROM what_ifs WHERE ledger_id = $1 AND is_shadow) < $4`,
    [ledger_id, id, configuration.id, MAX_WAITING],
  );
  if (rowCount === 0) await tx.query(unprepared(countShadow(ledger_id, sql`r.id = ${id}`, 'dropped')));
}

/** A what-if of shadow settings that has ended. */
export interface EndedShadow {
  readonly id: number;
  readonly ledger_id: number;
  readonly routing_run_id: number;
  readonly baseline: SideCounts;
  readonly draft_side: SideCounts;
}

/** Leaves only the counts of it, in the transaction that ends it. */
export async function settleShadow(
  tx: pg.PoolClient,
  { id, ledger_id, routing_run_id, baseline, draft_side }: EndedShadow,
  isCompleted: boolean,
): Promise<void> {
  const isSame = isCompleted && (await wasDecided(tx, ledger_id, routing_run_id, baseline));
  const outcome = isSame ? 'compared' : isCompleted ? 'stale' : 'dropped';
  const counts = isSame ? { live: baseline, shadow: draft_side } : undefined;
  await tx.query(unprepared(countShadow(ledger_id, sql`r.id = ${routing_run_id}`, outcome, counts)));
  await tx.query('DELETE FROM what_ifs WHERE id = $1 AND ledger_id = $2', [id, ledger_id]);
}

/** Whether a managed run has the statuses, and the shipments and units of each warehouse, that are counted. */
async function wasDecided(
  tx: pg.PoolClient,
  ledgerId: number,
  runId: number,
  counts: SideCounts,
): Promise<boolean> {
  const statuses = Object.values(COUNT_OF);
  const { rows } = await tx.query<{ decided: SideCounts }>(
    `SELECT json_build_object(${statuses.map((name) => `'${name}', ${name}`).join(', ')})::jsonb
            || coalesce(by_warehouse, '{}') AS decided
     FROM runs WHERE id = $1 AND ledger_id = $2`,
    [runId, ledgerId],
  );
  const decided = rows[0]?.decided ?? {};
  const ofWarehouses = Object.keys(counts).filter((name) => /^\d+ (shipments|units)$/.test(name));
  const names = [...Object.keys(decided), ...statuses, ...ofWarehouses];
  return names.every((name) => (counts[name] ?? 0) === (decided[name] ?? 0));
}
