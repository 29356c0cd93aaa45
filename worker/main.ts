import { pino } from 'pino';
import { loadConfig } from '../shared/config/config.ts';
import { acquireDatabase } from '../shared/db/embedded.ts';
import { migrate } from '../shared/db/migrate.ts';
import { endGracefully } from '../shared/platform/end-gracefully.ts';
import { startWorkerOn } from './start-worker.ts';

/** A worker as a process of its own. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = pino({ level: config.logLevel });
  // An embedded server is the API's to own; any number of workers use it beside it.
  const lease = await acquireDatabase(config, { role: 'command' });
  await migrate(lease.url);
  const worker = startWorkerOn(lease.url, config, { logger });
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => {
    await worker.stop();
    await lease.release();
  });
  process.stdout.write(
    `Worker: ${config.workerThreads} threads, ${config.workerConcurrency} jobs at a time\n`,
  );
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
