import type { RunningService } from '../../../api/server.ts';
import { type Config, loadConfig } from '../../../shared/foundation/config/config.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { TEST_SECRETS_KEY } from '../../../shared/testing/test-secrets.ts';
import { serve } from '../../serve.ts';

type Settings = Readonly<Record<string, string>>;

/** The configuration of a small service in a test's own process. It takes a free port, and refuses no request as overloaded. */
export function serviceSettings(databaseUrl: string, more: Settings = {}): Config {
  return loadConfig({
    DATABASE_URL: databaseUrl,
    SECRETS_KEY: TEST_SECRETS_KEY,
    PORT: '0',
    WORKER_THREADS: '1',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...more,
  });
}

/** Starts a small service, API and worker, on this database. */
export function serveOn(databaseUrl: string, more?: Settings): Promise<RunningService> {
  const config = serviceSettings(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ...more });
  return serve(config, { logger: testLogger() });
}
