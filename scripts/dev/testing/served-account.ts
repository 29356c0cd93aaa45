import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningService } from '../../../api/server.ts';
import { openDatabase } from '../../../shared/db/database.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { serve } from '../../serve.ts';
import { addAccountToken } from '../harness/clients.ts';

/** A service with an account, on an embedded database in its own folder. */
export interface ServedAccount {
  /** DATA_DIR of the service, in which commands find it. */
  readonly folder: string;
  readonly service: RunningService;
  /** A live API key of the account. */
  readonly key: string;
  /** An account token of an owner. */
  readonly token: string;
  /** Stops the service and removes the folder. */
  close(): Promise<void>;
}

/** Starts a service by `start`, API and worker by default, and creates an account on it. */
export async function serveAccount(start: typeof serve = serve): Promise<ServedAccount> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-served-'));
  const config = loadConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const service = await start(config, { logger: testLogger() });
  const db = openDatabase(service.databaseUrl);
  const { client_id, keys } = await createTestAccount(db);
  const token = await addAccountToken(db, client_id);
  await db.close();
  return {
    folder,
    service,
    key: keys.live,
    token,
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
