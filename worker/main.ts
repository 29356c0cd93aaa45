import { loadConfig } from '../shared/config/config.ts';
import { serviceLogger } from '../shared/config/service-logger.ts';
import { openMigratedDatabase } from '../shared/db/open-migrated.ts';
import { ServiceMetrics } from '../shared/metrics/service-metrics.ts';
import { endGracefully } from '../shared/platform/end-gracefully.ts';
import { serveMetrics } from './metrics-server.ts';
import { startWorkerOn } from './start-worker.ts';

/** A worker as a process of its own. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = serviceLogger(config);
  // An embedded server is the API's to own; any number of workers use it beside it.
  const lease = await openMigratedDatabase(config, { role: 'command' });
  const metrics = new ServiceMetrics();
  const { workerMetricsPort, host } = config;
  const server =
    workerMetricsPort === null
      ? null
      : await serveMetrics(metrics.registry, { port: workerMetricsPort, host });
  const worker = startWorkerOn(lease.url, config, { logger, metrics });
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => {
    await worker.stop();
    await server?.close();
    await lease.release();
  });
  process.stdout.write(
    `Worker: ${config.workerThreads} threads, ${config.workerConcurrency} jobs at a time\n` +
      (server === null ? '' : `Metrics: http://${host}:${server.port}/metrics\n`),
  );
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
