import { pino } from 'pino';
import { loadConfig } from '../shared/config/config.ts';
import { endGracefully } from '../shared/platform/end-gracefully.ts';
import { serve } from './serve.ts';

/** `npm start`: API and worker in one process. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const logger = pino({ level: config.logLevel });
  const starting = serve(config, { logger });
  // from here on, for a signal may come while the database starts
  endGracefully({ seconds: config.shutdownSeconds, logger }, async () => (await starting).stop());
  const { url } = await starting;
  process.stdout.write(`Warehouse routing service: ${url} (API documentation: ${url}/docs)\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
