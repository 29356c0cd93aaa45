import type { Logger } from 'pino';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { type RunningProgram, runProcess } from '../shared/foundation/config/run-process.ts';
import { Releases } from '../shared/foundation/releases.ts';
import { startTelemetry } from '../shared/foundation/telemetry/start-telemetry.ts';
import { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { startWorker } from './app.ts';
import { serveMetrics } from './metrics-server.ts';

/** Starts a worker and its metrics as a process. If a step fails, the steps before it are undone. */
async function startAlone(config: Config, { logger }: { readonly logger: Logger }): Promise<RunningProgram> {
  const { workerMetricsPort, host } = config;
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    releases.add('telemetry', await startTelemetry(config.telemetry));
    // The API owns an embedded server; any number of workers use it.
    const lease = await openMigratedDatabase(config, { role: 'command' });
    releases.add('lease of the database', () => lease.release());
    const metrics = new ServiceMetrics();
    const greeting = [`Worker: ${config.workerThreads} threads, ${config.workerConcurrency} jobs at a time`];
    if (workerMetricsPort !== null) {
      const server = await serveMetrics(metrics.registry, { port: workerMetricsPort, host });
      releases.add('metrics', () => server.close());
      greeting.push(`Metrics: http://${host}:${server.port}/metrics`);
    }
    const worker = startWorker(lease.url, config, { logger, metrics, secrets: lease.secrets });
    releases.add('worker', () => worker.stop());
    return { greeting: greeting.join('\n'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

runProcess(startAlone);
