import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { RunningService } from '../../api/start-service.ts';
import { type Config, loadConfig } from '../../shared/config/config.ts';
import { DataDirInUseError } from '../../shared/db/embedded.ts';
import { findService } from '../../shared/platform/service-address.ts';
import { serve } from '../serve.ts';
import { Unreachable } from './failures.ts';

/** Where a command's work is sent. */
export interface ServiceAddress {
  readonly url: string;
  /** The service was started for this command and ends with it. */
  readonly own: boolean;
}

/** A service that is just starting is waited for. */
const FIND_ATTEMPTS = 20;
const FIND_EVERY_MS = 500;
const EXIT_INTERRUPTED = 130;

/**
 * Works with the service at `url`; where none is given, with the one that runs on this DATA_DIR; where none runs,
 * with one of its own, which it stops again. Under DATABASE_URL none is started: the service is its own there.
 */
export async function withService<T>(
  url: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  work: (service: ServiceAddress) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work({ url, own: false });
  const config = loadConfig(env);
  const running = await findService(config.dataDir);
  if (running !== null) return work({ url: running, own: false });
  if (config.databaseUrl !== null)
    return work({ url: `http://127.0.0.1:${config.port || 3000}`, own: false });
  const started = await startOrFind(config);
  if (typeof started === 'string') return work({ url: started, own: false });
  const forgetSignals = stopOnSignal(started);
  try {
    return await work({ url: started.url, own: true });
  } finally {
    forgetSignals();
    await started.stop();
  }
}

/** A service of this process, or the address of another's that was faster. */
async function startOrFind(config: Config): Promise<RunningService | string> {
  const logger = pino({ level: 'error' }, pino.destination(2));
  try {
    return await serve({ ...config, port: 0, host: '127.0.0.1', operator: null }, { logger });
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    for (let attempt = 0; attempt < FIND_ATTEMPTS; attempt += 1) {
      const url = await findService(config.dataDir);
      if (url !== null) return url;
      await pause(FIND_EVERY_MS);
    }
    throw new Unreachable(`${error.message} Its address is not known: give it as --url.`);
  }
}

/** Ctrl-C must not leave the service's database running. */
function stopOnSignal(service: RunningService): () => void {
  const stop = () => void service.stop().finally(() => process.exit(EXIT_INTERRUPTED));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
}
