import type { Logger } from 'pino';
import { type Config, loadConfig } from '../shared/config/config.ts';
import { serviceLogger } from '../shared/config/service-logger.ts';
import { endGracefully } from '../shared/platform/end-gracefully.ts';
import type { RunningService } from './start-service.ts';

type Start = (config: Config, deps: { readonly logger: Logger }) => Promise<RunningService>;

/** Runs a service as this process: configured by its environment, ended by a signal, 1 where it does not start. */
export function runService(start: Start): void {
  run(start).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

async function run(start: Start): Promise<void> {
  const config = loadConfig(process.env);
  const logger = serviceLogger(config);
  const starting = start(config, { logger });
  // from here on, for a signal may come while the database starts
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => {
    await (await starting).stop();
    if (process.stdout.isTTY) process.stdout.write('Stopped. What was saved is there at the next start.\n');
  });
  const { url } = await starting;
  process.stdout.write(`Warehouse routing service: ${url} (API documentation: ${url}/docs)\n`);
}
