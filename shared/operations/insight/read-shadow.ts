import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import type { overview } from '../../contracts/account/overview.ts';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../identity/principal.ts';
import { addCounts } from '../../ledger/status-counts.ts';
import type { ShadowCounts, ShadowOutcome } from '../../runs/counts/shadow-hours.ts';
import { viewSide } from '../../runs/counts/side-counts.ts';
import type { Period } from './read-counts.ts';

/** Adds up what runs of a period were compared under the present shadow settings; null: there are none. */
export async function readShadow(
  db: Database,
  { ledger_id, client_id, configuration_id }: Principal,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<z.output<typeof overview>['shadow']> {
  const { shadow, configuration } = await loadConfiguration(db, configuration_id);
  if (shadow === null) return null;
  const { rows } = await db.pool.query<
    ShadowCounts & { readonly outcome: ShadowOutcome; readonly runs: number; readonly orders: number }
  >(
    `SELECT outcome, runs, orders, live, shadow FROM shadow_hours
     WHERE ledger_id = $1 AND hour >= date_trunc('hour', $2::timestamptz, 'UTC') AND hour < $3
       AND settings = (SELECT shadow ->> 'settings' FROM configurations WHERE id = $4 AND client_id = $5)`,
    [ledger_id, from, to, configuration_id, client_id],
  );
  const outcomeOf = (outcome: ShadowOutcome) =>
    rows
      .filter((row) => row.outcome === outcome)
      .reduce((sum, { runs, orders }) => addCounts(sum, { runs, orders }), { runs: 0, orders: 0 });
  const sideOf = (side: keyof ShadowCounts) =>
    viewSide(
      rows.reduce((sum, row) => addCounts(sum, row[side]), {}),
      configuration,
    );
  return {
    settings: shadow.settings,
    compared: outcomeOf('compared'),
    stale: outcomeOf('stale'),
    dropped: outcomeOf('dropped'),
    live: sideOf('live'),
    shadow: sideOf('shadow'),
  };
}
