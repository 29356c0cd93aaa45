import sql from 'sql-template-tag';
import type { Database, Queryable } from '../db/database.ts';
import { runLine, storedFloor, windowCertificate } from '../engine/window/certificate.ts';
import type { WindowHead, WindowLine } from '../engine/window/facts.ts';
import { windowFloor } from '../engine/window/floor.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';
import type { RunRow } from '../ledger/run-row.ts';
import { loadOptimization } from '../ledger/run-store.ts';

// The floors of runs whose orders were improved together, and the certificates that prove them.

/** Names a window of a run. */
interface WindowKey {
  readonly ledger_id: number;
  readonly run_id: number;
  readonly number: number;
}

/** Computes the floor of a window, and completes its lines. Doing it again changes nothing. */
export async function computeFloor(
  { db }: { readonly db: Database },
  { ledger_id, run_id, number }: WindowKey,
): Promise<{ readonly floor: number | null }> {
  const { rows } = await db.pool.query<{ lines: string }>(
    sql`SELECT lines FROM run_windows
        WHERE ledger_id = ${ledger_id} AND run_id = ${run_id} AND number = ${number} AND floor IS NULL`,
  );
  if (rows[0] === undefined) return { floor: null };
  const [head, ...lines] = rows[0].lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)) as [WindowHead, ...WindowLine[]];
  const found = windowFloor(lines, head);
  const certificate = windowCertificate(lines, found, head);
  await db.pool.query(
    sql`UPDATE run_windows SET floor = ${JSON.stringify(storedFloor(found))}::jsonb,
          lines = ${certificate.map((line) => `${JSON.stringify(line)}\n`).join('')}
        WHERE ledger_id = ${ledger_id} AND run_id = ${run_id} AND number = ${number} AND floor IS NULL`,
  );
  return { floor: found.floor };
}

/** Leaves a window without a floor: every try to compute it failed. */
export async function giveUpFloor(db: Queryable, { ledger_id, run_id, number }: WindowKey): Promise<void> {
  await db.query(
    sql`UPDATE run_windows SET failed_at = clock_timestamp()
        WHERE ledger_id = ${ledger_id} AND run_id = ${run_id} AND number = ${number} AND floor IS NULL`,
  );
}

/** Some of a certificate: its first line, or a window. Plain data. */
export interface CertificateAsk {
  readonly ledger_id: number;
  readonly run_id: number;
  /** Null: the line of the run. */
  readonly number: number | null;
}

/** The parts of a run's certificate. Throws AppError not_found while it has none. */
export async function certificateParts(
  { pool }: Pick<Database, 'pool'>,
  { id: run_id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<CertificateAsk[]> {
  const { optimization } = await loadOptimization(pool, ledger_id, run_id);
  if (optimization === undefined || optimization.floor === null) {
    const detail =
      optimization === undefined
        ? `Run ${run_id} has no certificate: its orders were not improved together.`
        : `Run ${run_id} has no certificate yet: its floor is not computed.`;
    throw new AppError('not_found', detail);
  }
  const numbers = [null, ...Array(optimization.windows).keys()];
  return numbers.map((number) => ({ ledger_id, run_id, number }));
}

/** Writes a part of a certificate as lines of JSON. */
export async function writeCertificate(
  { db }: { readonly db: Database },
  { ledger_id, run_id, number }: CertificateAsk,
  out: Utf8Writer,
): Promise<null> {
  if (number === null) {
    const { optimization } = await loadOptimization(db.pool, ledger_id, run_id);
    out.write(`${JSON.stringify(runLine(optimization!))}\n`);
    return null;
  }
  const { rows } = await db.pool.query<{ lines: string }>(
    sql`SELECT lines FROM run_windows
        WHERE ledger_id = ${ledger_id} AND run_id = ${run_id} AND number = ${number}`,
  );
  out.write(rows[0]!.lines);
  return null;
}
