import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../shared/db/database.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const SQL = join(projectRoot, 'scripts/partition.sql');

/** Partitions orders and decisions, and adds so many partitions of so many ids each. */
export async function partition({ pool }: Database, partitions: number, ids: number): Promise<void> {
  await pool.query(await readFile(SQL, 'utf8'));
  await pool.query('SELECT add_partition($1) FROM generate_series(1, $2)', [ids, partitions]);
}
