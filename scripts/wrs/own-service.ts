import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { RunningService } from '../../api/server.ts';
import { Unreachable } from '../../shared/client/client.ts';
import { DataDirInUseError } from '../../shared/db/embedded.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { findService } from '../../shared/foundation/service-address.ts';
import { serve } from '../serve.ts';

/** How long to wait for a service that is just starting. */
const FIND_ATTEMPTS = 20;
const FIND_EVERY_MS = 500;

/** A service. `stop` exists if it was started by this process. */
export type Place = Pick<RunningService, 'url'> & Partial<Pick<RunningService, 'stop'>>;

/** Starts a service, or finds the service of another process that was faster. */
export async function startOrFind(config: Config): Promise<Place> {
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
