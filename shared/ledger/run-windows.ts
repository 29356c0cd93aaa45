import sql, { type Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../account/configurations.ts';
import { type CountedWindow, type Optimization, presentOptimization } from '../contracts/optimization.ts';
import type { Queryable } from '../db/database.ts';
import type { Cents } from '../engine/money.ts';
import { settingOf } from '../engine/settings.ts';
import type { WindowOutcome } from './decide-orders.ts';
import type { RunRow } from './run-row.ts';

// Orders of a run that were improved together, in numbers and as lines for the floor.

/** What writes a window of a run, by its number from 0. */
export function insertWindow(
  ledgerId: number,
  runId: number,
  number: Sql,
  { figures, lines }: WindowOutcome,
): Sql {
  return sql`
      INSERT INTO run_windows (run_id, number, ledger_id, figures, lines)
      VALUES (${runId}, ${number}, ${ledgerId}, ${JSON.stringify(figures, storable)}::jsonb, ${lines})`;
}

/** Cents that a double cannot count are text. */
function storable(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The member `optimization` of a run that was improved just now: its floor is not known yet. */
export function optimizationOf(window: WindowOutcome | undefined): { optimization?: Optimization } {
  const optimization =
    window && presentOptimization([{ ...window.figures, floor: null, cost_floor: null, is_given_up: false }]);
  return optimization === undefined ? {} : { optimization };
}

interface WindowRow {
  readonly figures: Omit<CountedWindow, 'floor' | 'cost_floor' | 'is_given_up'>;
  readonly floor: { readonly floor: number; readonly cost_floor?: Cents } | null;
  readonly is_given_up: boolean;
}

/** The same of a stored run. Its windows are only looked for if orders are improved under its configuration. */
export async function optimizationOfRun(
  db: Queryable,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
  configuration: StoredConfiguration,
  options?: { readonly asAnswered: boolean },
): Promise<{ optimization?: Optimization }> {
  const { settings } = configuration.configuration;
  if (settingOf(settings, 'batch_optimization') !== 'improve') return {};
  return loadOptimization(db, ledger_id, id, options);
}

/** The same of any run; `asAnswered`: as it was before its floor was known. */
export async function loadOptimization(
  db: Queryable,
  ledgerId: number,
  runId: number,
  { asAnswered = false } = {},
): Promise<{ optimization?: Optimization }> {
  const { rows } = await db.query<WindowRow>(
    sql`SELECT figures, floor, failed_at IS NOT NULL AS is_given_up FROM run_windows
        WHERE run_id = ${runId} AND ledger_id = ${ledgerId} ORDER BY number`,
  );
  const windows = rows.map(({ figures, floor, is_given_up }): CountedWindow => {
    const known = asAnswered ? null : floor;
    return {
      ...figures,
      cost_before: toCents(figures.cost_before),
      cost_after: toCents(figures.cost_after),
      floor: known?.floor ?? null,
      cost_floor: known?.cost_floor ?? null,
      is_given_up: is_given_up && !asAnswered,
    };
  });
  const optimization = presentOptimization(windows);
  return optimization === undefined ? {} : { optimization };
}

function toCents(stored: Cents | string | null): Cents | null {
  return typeof stored === 'string' ? BigInt(stored) : stored;
}
