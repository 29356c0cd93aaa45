import type { Config } from '../shared/config/config.ts';
import { type Database, openDatabase } from '../shared/db/database.ts';
import { acquireDatabase } from '../shared/db/embedded.ts';
import { migratedLease } from '../shared/db/open-migrated.ts';
import type { Screen } from './terminal/look.ts';
import { whileSaying } from './terminal/spinner.ts';

/** Who opens the database, and where to say so: that may take seconds if the embedded server does not run yet. */
interface OpenOptions {
  readonly applicationName: string;
  readonly screen?: Screen;
}

/** Works on the configured database, beside a running service or on its own, and closes it again. */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { applicationName, screen }: OpenOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const open = () => migratedLease(() => acquireDatabase(config, { role: 'command' }));
  const lease = await (screen === undefined ? open() : whileSaying(screen, 'Opening the database', open));
  try {
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
