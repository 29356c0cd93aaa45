import type { Logger } from 'pino';
import { endGracefully } from '../end-gracefully.ts';
import { type Config, loadConfig } from './config.ts';
import { serviceLogger } from './service-logger.ts';

/** A program that has started. */
export interface RunningProgram {
  /** Printed, or logged as JSON, when the program has started; it names its addresses. */
  readonly greeting: string;
  /** Waits for work under way and releases everything. Further calls do nothing more. */
  stop(): Promise<void>;
}

/**
 * Runs a program as this process. The environment configures it, and a signal ends it. If it does not start, prints the
 * reason and exits with 1.
 */
export function runProcess(
  start: (config: Config, options: { readonly logger: Logger }) => Promise<RunningProgram>,
): void {
  run(start).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

async function run(start: Parameters<typeof runProcess>[0]): Promise<void> {
  const config = loadConfig(process.env);
  const logger = serviceLogger(config);
  const starting = start(config, { logger });
  // Registered before the program has started, because a signal may come meanwhile.
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => {
    await (await starting).stop();
    if (process.stdout.isTTY) process.stdout.write('Stopped. What was saved is there at the next start.\n');
  });
  const { greeting } = await starting;
  if (process.stdout.isTTY) process.stdout.write(`${greeting}\n`);
  else logger.info(greeting);
}
