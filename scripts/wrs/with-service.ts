import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { RunningService } from '../../api/server.ts';
import { Unreachable } from '../../shared/client/client.ts';
import { DataDirInUseError } from '../../shared/db/embedded.ts';
import { type Config, loadConfig } from '../../shared/foundation/config/config.ts';
import { findService } from '../../shared/foundation/service-address.ts';
import { serve } from '../serve.ts';
import type { Screen } from '../terminal/look.ts';
import { whileSaying } from '../terminal/spinner.ts';
import type { ServiceAddress, ServiceOptions, WrsDeps } from './context.ts';
import { Interrupted } from './failures.ts';

/** How long to wait for a service that is just starting. */
const FIND_ATTEMPTS = 20;
const FIND_EVERY_MS = 500;

/**
 * Works with the service at `url`. Without `url` it is the service that runs on this DATA_DIR; if none runs, it starts one
 * and stops it afterwards. With DATABASE_URL it never starts one.
 * Throws Interrupted on Ctrl-C, without waiting for `work`, unless `endsItself`.
 */
export async function withService<T>(
  url: string | undefined,
  { env, screen }: Pick<WrsDeps, 'env' | 'screen'>,
  work: (service: ServiceAddress) => Promise<T>,
  { endsItself = false }: ServiceOptions = {},
): Promise<T> {
  const { interrupted, forget } = listenForSignals();
  let place: Place | undefined;
  try {
    place = url === undefined ? await placeOf(loadConfig(env), screen) : { url };
    const service = { url: place.url, own: place.stop !== undefined, interrupted };
    return await (endsItself ? work(service) : unlessInterrupted(interrupted, () => work(service)));
  } finally {
    // Signals are ignored until the service has stopped: a second Ctrl-C, which npm sends, would leave its database running.
    await place?.stop?.();
    forget();
  }
}

/** A service. `stop` exists if it was started by this process. */
type Place = Pick<RunningService, 'url'> & Partial<Pick<RunningService, 'stop'>>;

async function placeOf(config: Config, screen: Screen): Promise<Place> {
  const running = await findService(config.dataDir);
  if (running !== null) return { url: running };
  if (config.databaseUrl !== null) return { url: `http://127.0.0.1:${config.port || 3000}` };
  return whileSaying(screen, 'No service is running here. Starting one for this command', () =>
    startOrFind(config),
  );
}

/** Starts a service, or finds the service of another process that was faster. */
async function startOrFind(config: Config): Promise<Place> {
  const logger = pino({ level: 'error' }, pino.destination(2));
  try {
    return await serve({ ...config, port: 0, host: '127.0.0.1', operator: null }, { logger });
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    for (let attempt = 0; attempt < FIND_ATTEMPTS; attempt += 1) {
      const url = await findService(config.dataDir);
      if (url !== null) return { url };
      await pause(FIND_EVERY_MS);
    }
    throw new Unreachable(`${error.message} Its address is unknown. Pass it with --url.`);
  }
}

function listenForSignals(): { readonly interrupted: AbortSignal; forget(): void } {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return {
    interrupted: controller.signal,
    forget: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

async function unlessInterrupted<T>(interrupted: AbortSignal, work: () => Promise<T>): Promise<T> {
  const stop = new Promise<never>((_, reject) => {
    const end = () => reject(new Interrupted());
    if (interrupted.aborted) end();
    else interrupted.addEventListener('abort', end, { once: true });
  });
  return interrupted.aborted ? stop : Promise.race([work(), stop]);
}
