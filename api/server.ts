import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import { configOn, IS_COPY } from '../shared/db/origin.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { type RunningProgram, runProcess } from '../shared/foundation/config/run-process.ts';
import { startStep } from '../shared/foundation/config/start-failure.ts';
import { Releases } from '../shared/foundation/releases.ts';
import type { Sealing } from '../shared/foundation/sealing.ts';
import { announceService } from '../shared/foundation/service-address.ts';
import { startTelemetry } from '../shared/foundation/telemetry/start-telemetry.ts';
import type { AppOptions } from './app.ts';

/** A service that listens. */
export interface RunningService extends RunningProgram {
  /** Its address, with the port that it got. */
  readonly url: string;
  /** Its database, the keys of its secrets and its configuration, for a worker of the same process. */
  readonly databaseUrl: string;
  readonly secrets: Sealing;
  readonly config: Config;
}

/**
 * Starts the API: acquires the database, migrates it, opens the application, listens. If a step fails, the steps before
 * it are undone and the failure is thrown. `stop` lets requests under way finish.
 */
export async function startService(
  given: Config,
  { logger, ...options }: Omit<AppOptions, 'releases' | 'secrets'>,
): Promise<RunningService> {
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    releases.add('telemetry', await startTelemetry(given.telemetry));
    // The application takes as long to load as the database takes to start, so both happen at once.
    const opening = openMigratedDatabase(given, {
      role: 'service',
      onLost: (error) => logger.error(error, 'the embedded database is lost'),
    });
    const [lease, { openApp }] = await Promise.all([opening, import('./app.ts')]);
    releases.add('lease of the database', () => lease.release());
    const config = configOn(lease.copy, given);
    if (config.isCopy) logger.warn(IS_COPY);
    const app = await openApp(lease.url, config, { ...options, logger, releases, secrets: lease.secrets });
    const url = await startStep('listen', config, () => app.listen({ port: config.port, host: config.host }));
    // A service with an embedded database has a data folder, in which commands look for its address.
    if (config.databaseUrl === null)
      releases.add('announced address', await announceService(config.dataDir, url));
    const greeting = `Warehouse routing service: ${url} (API documentation: ${url}/docs)`;
    return { url, databaseUrl: lease.url, secrets: lease.secrets, config, greeting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// `npm run api` runs this file; `npm start` imports it.
const program = process.argv[1];
if (program && realpathSync(program) === fileURLToPath(import.meta.url)) runProcess(startService);
