import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { RunningService } from '../../api/start-service.ts';
import { loadConfig } from '../../shared/config/config.ts';
import { openDatabase } from '../../shared/db/database.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';

/** A service with an account of its own, on an embedded database in a folder of its own. */
export interface ServedAccount {
  /** DATA_DIR of the service, in which commands find it. */
  readonly folder: string;
  readonly service: RunningService;
  /** A live API key of the account. */
  readonly key: string;
  /** Stops the service and removes the folder. */
  close(): Promise<void>;
}

/** Starts a service by `start`, and creates an account on it. */
export async function serveAccount(
  start: (config: ReturnType<typeof loadConfig>, options: { logger: pino.Logger }) => Promise<RunningService>,
): Promise<ServedAccount> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-served-'));
  const config = loadConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const service = await start(config, { logger: pino({ level: 'silent' }) });
  const db = openDatabase(service.databaseUrl);
  const key = (await createTestAccount(db)).keys.live;
  await db.close();
  return {
    folder,
    service,
    key,
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
