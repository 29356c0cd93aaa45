import type { Logger } from 'pino';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import { configOn, IS_COPY } from '../shared/db/origin.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { type RunningProgram, runProcess } from '../shared/foundation/config/run-process.ts';
import { Releases } from '../shared/foundation/releases.ts';
import { startTelemetry } from '../shared/foundation/telemetry/start-telemetry.ts';
import { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { startWorker } from './app.ts';
import { serveMetrics } from './metrics-server.ts';

/** Starts a worker and its metrics as a process. If a step fails, the steps before it are undone. */
async function startAlone(given: Config, { logger }: { readonly logger: Logger }): Promise<RunningProgram> {
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    releases.add('telemetry', await startTelemetry(given.telemetry));
    // The API owns an embedded server; any number of workers use it.
    const lease = await openMigratedDatabase(given, { role: 'command' });
    releases.add('lease of the database', () => lease.release());
    const config = configOn(lease.copy, given);
    const { workerMetricsPort, host } = config;
    if (config.isCopy) logger.warn(IS_COPY);
    const metrics = new ServiceMetrics();
    const greeting = [`Worker: ${config.workerThreads} threads, ${config.workerConcurrency} jobs at a time`];
    if (workerMetricsPort !== null) {
      const server = await serveMetrics(metrics.registry, { port: workerMetricsPort, host });
      releases.add('metrics', () => server.close());
      greeting.push(`Metrics: http://${host}:${server.port}/metrics`);
    }
    const worker = startWorker(lease.url, config, { logger, metrics, secrets: lease.secrets });
    releases.add('worker', () => worker.stop());
    return { greeting: greeting.join('. '), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

runProcess(startAlone);
