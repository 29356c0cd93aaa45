import type { Config } from '../foundation/config/config.ts';
import { checkPinnedPackages } from '../foundation/config/pinned-packages.ts';
import { startStep } from '../foundation/config/start-failure.ts';
import { acquireDatabase, type DatabaseLease } from './embedded.ts';
import { migrate } from './migrate.ts';

/**
 * Acquires the database of a service, a worker or a command, and migrates it. Throws StartFailure if DATA_DIR, DATABASE_URL or a
 * package of another version is the reason, and otherwise what acquireDatabase and migrate throw.
 */
export async function openMigratedDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  options: Parameters<typeof acquireDatabase>[1],
): Promise<DatabaseLease> {
  checkPinnedPackages();
  if (config.databaseUrl !== null) {
    const url = config.databaseDirectUrl ?? config.databaseUrl;
    await startStep('database', config, () => migrate(url));
    return acquireDatabase(config, options);
  }
  return migratedLease(() => startStep('data folder', config, () => acquireDatabase(config, options)));
}

/** Acquires a database and migrates it. Releases it and throws if that fails. */
export async function migratedLease(acquire: () => Promise<DatabaseLease>): Promise<DatabaseLease> {
  const lease = await acquire();
  try {
    await migrate(lease.url);
    return lease;
  } catch (error) {
    await lease.release();
    throw error;
  }
}
