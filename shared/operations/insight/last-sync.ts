import type { z } from 'zod';
import type { lastSync as schema } from '../../contracts/account/inventory.ts';
import type { Queryable } from '../../db/database.ts';

interface SyncRow {
  readonly id: number;
  readonly created_at: Date;
  readonly source_name: string | null;
  readonly rows_received: number;
}

/** Reads a ledger's last sync of stock; null if there was none. */
export async function readLastSync(db: Queryable, ledgerId: number): Promise<z.output<typeof schema> | null> {
  const { rows } = await db.query<SyncRow>(
    'SELECT id, created_at, source_name, rows_received FROM ingest_runs WHERE ledger_id = $1 ORDER BY id DESC LIMIT 1',
    [ledgerId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { id, created_at, source_name, rows_received } = row;
  return { ingest_run_id: id, synced_at: created_at.toISOString(), source_name, rows_received };
}
