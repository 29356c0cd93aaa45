import type { Screen } from '../terminal/look.ts';
import { whileSaying } from '../terminal/spinner.ts';
import type { ServiceAddress, ServiceOptions, WrsDeps } from './context.ts';
import { Interrupted } from './failures.ts';
import type { Place } from './own-service.ts';

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
    place = url === undefined ? await placeHere(env, screen) : { url };
    const service = { url: place.url, own: place.stop !== undefined, interrupted };
    return await (endsItself ? work(service) : unlessInterrupted(interrupted, () => work(service)));
  } finally {
    // Signals are ignored until the service has stopped: a second Ctrl-C, which npm sends, would leave its database running.
    await place?.stop?.();
    forget();
  }
}

async function placeHere(env: WrsDeps['env'], screen: Screen): Promise<Place> {
  // Loaded here: help and a call with --url need none of it.
  const { loadConfig } = await import('../../shared/foundation/config/config.ts');
  const { findService } = await import('../../shared/foundation/service-address.ts');
  const config = loadConfig(env);
  const running = await findService(config.dataDir);
  if (running !== null) return { url: running };
  if (config.databaseUrl !== null) return { url: `http://127.0.0.1:${config.port || 3000}` };
  return whileSaying(screen, 'No service is running here. Starting one for this command', async () => {
    const { startOrFind } = await import('./own-service.ts');
    return startOrFind(config);
  });
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
