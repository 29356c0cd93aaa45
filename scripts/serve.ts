import type { Logger } from 'pino';
import { type RunningService, startService } from '../api/server.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';

/**
 * Starts API and worker in one process, on the embedded database if no other one is configured. `stop` lets requests and
 * jobs under way end. Further calls do nothing more.
 */
export async function serve(
  config: Config,
  { logger }: { readonly logger: Logger },
): Promise<RunningService> {
  const metrics = new ServiceMetrics();
  // Loaded while the database starts (see startService).
  const [service, { startWorker }] = await Promise.all([
    startService(config, { logger, metrics }),
    import('../worker/app.ts'),
  ]);
  const worker = startWorker(service.databaseUrl, service.config, {
    logger,
    metrics,
    secrets: service.secrets,
  });
  let stopping: Promise<void> | undefined;
  const stopBoth = async () => {
    await worker.stop();
    await service.stop();
  };
  return {
    ...service,
    stop: () => {
      stopping ??= stopBoth();
      return stopping;
    },
  };
}
