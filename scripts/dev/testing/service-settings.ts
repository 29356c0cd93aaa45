import { type Config, loadConfig } from '../../../shared/foundation/config/config.ts';

/** The configuration of a small service in a test's own process. It takes a free port, and refuses no request as overloaded. */
export function serviceSettings(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    WORKER_THREADS: '1',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...more,
  });
}
