import type { Config } from '../foundation/config/config.ts';
import { checkPinnedPackages } from '../foundation/config/pinned-packages.ts';
import { startStep } from '../foundation/config/start-failure.ts';
import type { Sealing } from '../foundation/sealing.ts';
import { acquireDatabase, type DatabaseLease } from './embedded.ts';
import { migrate } from './migrate.ts';
import { findCopy } from './origin.ts';
import { openSecrets, type SecretsConfig } from './secrets-key.ts';

/** The right to use a migrated database, with the keys of its secrets. */
export interface MigratedDatabase extends DatabaseLease {
  readonly secrets: Sealing;
  /** Names the copy if the database is one. */
  readonly copy: string | null;
}

/**
 * Acquires the database of a service, a worker or a command, and migrates it. Throws StartFailure if DATA_DIR, DATABASE_URL,
 * SECRETS_KEY or a package of another version is the reason, and otherwise what acquireDatabase and migrate throw.
 */
export async function openMigratedDatabase(
  config: Pick<Config, 'databaseDirectUrl'> & SecretsConfig,
  options: Parameters<typeof acquireDatabase>[1],
): Promise<MigratedDatabase> {
  checkPinnedPackages();
  if (config.databaseUrl !== null) {
    const url = config.databaseDirectUrl ?? config.databaseUrl;
    await startStep('database', config, () => migrate(url));
    return { ...(await acquireDatabase(config, options)), ...(await openData(url, config)) };
  }
  const lease = await migratedLease(() =>
    startStep('data folder', config, () => acquireDatabase(config, options)),
  );
  return releasedIfFails(lease, async () => ({ ...lease, ...(await openData(lease.url, config)) }));
}

async function openData(url: string, config: SecretsConfig) {
  return { secrets: await openSecrets(url, config), copy: await findCopy(url) };
}

/** Acquires a database and migrates it. Releases it and throws if that fails. */
export async function migratedLease(acquire: () => Promise<DatabaseLease>): Promise<DatabaseLease> {
  const lease = await acquire();
  return releasedIfFails(lease, async () => {
    await migrate(lease.url);
    return lease;
  });
}

async function releasedIfFails<T>(lease: DatabaseLease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await lease.release();
    throw error;
  }
}
