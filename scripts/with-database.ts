import { type Database, openDatabase } from '../shared/db/database.ts';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import type { SecretsConfig } from '../shared/db/secrets-key.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import type { Screen } from './terminal/look.ts';
import { whileSaying } from './terminal/spinner.ts';

/** `screen` shows that the database is being opened, because that may take seconds if the embedded server does not run yet. */
interface OpenOptions {
  readonly applicationName: string;
  readonly screen?: Screen;
}

/**
 * Opens the configured database, whether a service runs or not, does `work` on it, and closes it. Throws StartFailure if a
 * setting is the reason that it cannot be opened.
 */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseDirectUrl'> & SecretsConfig,
  { applicationName, screen }: OpenOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const direct = { ...config, databaseUrl: config.databaseDirectUrl ?? config.databaseUrl };
  const open = () => openMigratedDatabase(direct, { role: 'command' });
  const lease = await (screen === undefined ? open() : whileSaying(screen, 'Opening the database', open));
  try {
    const db = openDatabase(lease.url, { poolSize: 2, applicationName, secrets: lease.secrets });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await lease.release();
  }
}
