import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../shared/config/config.ts';
import { acquireDatabase } from '../shared/db/embedded.ts';
import { migrate } from '../shared/db/migrate.ts';
import { Releases } from '../shared/platform/releases.ts';

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
  { logger }: { readonly logger: FastifyBaseLogger },
): Promise<RunningService> {
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    // The program takes as long to load as the database to start: so it is loaded meanwhile.
    const [databaseUrl, { startServiceOn }] = await Promise.all([
      openMigratedDatabase(config, { logger, releases }),
      import('./start-service-on.ts'),
    ]);
    const url = await startServiceOn(databaseUrl, config, { logger, releases });
    return { url, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openMigratedDatabase(
  config: Config,
  { logger, releases }: { readonly logger: FastifyBaseLogger; readonly releases: Releases },
): Promise<string> {
  const lease = await acquireDatabase(config, {
    role: 'service',
    onLost: (error) => logger.error(error, 'the embedded database is lost'),
  });
  releases.add(() => lease.release());
  await migrate(lease.url);
  return lease.url;
}
