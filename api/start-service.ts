import type { Config } from '../shared/config/config.ts';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import { Releases } from '../shared/platform/releases.ts';
import type { StartOptions } from './start-service-on.ts';

/** A service that listens. */
export interface RunningService {
  /** Its address, with the port that it got. */
  readonly url: string;
  /** Its database, for who works beside it. */
  readonly databaseUrl: string;
  /** Lets requests under way finish and releases everything, once however often it is called. */
  stop(): Promise<void>;
}

/**
 * Starts the API: acquires the database, migrates it, listens. Where a step fails, the steps before it are
 * undone and the failure is thrown.
 */
export async function startService(
  config: Config,
  { logger, ...options }: StartOptions,
): Promise<RunningService> {
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    // The program takes as long to load as the database to start: so it is loaded meanwhile.
    const opening = openMigratedDatabase(config, {
      role: 'service',
      onLost: (error) => logger.error(error, 'the embedded database is lost'),
    });
    const [lease, { startServiceOn }] = await Promise.all([opening, import('./start-service-on.ts')]);
    releases.add(() => lease.release());
    const databaseUrl = lease.url;
    const url = await startServiceOn(databaseUrl, config, { ...options, logger, releases });
    return { url, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
