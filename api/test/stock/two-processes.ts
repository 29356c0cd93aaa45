import type { FastifyInstance } from 'fastify';
import { openDatabase } from '../../../shared/db/database.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestApi, openApi } from '../api.ts';

export interface TwoProcesses {
  readonly apps: readonly FastifyInstance[];
  /** A new client's key. */
  aKey(): Promise<string>;
  close(): Promise<void>;
}

/** Two applications with connections and mutexes of their own on one new database. */
export async function openTwoProcesses(): Promise<TwoProcesses> {
  const first = await createTestApi();
  const connections = openDatabase(first.db.url);
  const second = await openApi(connections);
  return {
    apps: [first.app, second.app],
    aKey: async () => (await createTestAccount(first.db, { client: { plan: 'enterprise' } })).keys.live,
    async close() {
      await second.close();
      await connections.close();
      await first.close();
    },
  };
}
