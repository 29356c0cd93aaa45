import type { Config } from '../shared/config/config.ts';
import { type Database, openDatabase } from '../shared/db/database.ts';
import { acquireDatabase } from '../shared/db/embedded.ts';
import { migrate } from '../shared/db/migrate.ts';

/** Works on the configured database, beside a running service or on its own, and closes it again. */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  applicationName: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const lease = await acquireDatabase(config, { role: 'command' });
  try {
    await migrate(lease.url);
    const db = openDatabase(lease.url, { poolSize: 2, applicationName });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await lease.release();
  }
}
