import type { FastifyInstance } from 'fastify';
import { type Database, openDatabase } from '../../../shared/db/database.ts';
import { openRoutingFixture, type RoutingFixture } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestApi, openApi } from '../api.ts';

export interface TwoProcesses {
  readonly apps: readonly FastifyInstance[];
  readonly db: Database;
  /** What does the jobs, on connections of its own. */
  readonly worker: RoutingFixture['deps'];
  /** A new client. */
  anAccount(): Promise<TestAccount>;
  close(): Promise<void>;
}

/** Two applications with connections and mutexes of their own on one new database. */
export async function openTwoProcesses(): Promise<TwoProcesses> {
  const first = await createTestApi();
  const connections = openDatabase(first.db.url);
  const second = await openApi(connections);
  const fixture = openRoutingFixture(openDatabase(first.db.url));
  return {
    apps: [first.app, second.app],
    db: first.db,
    worker: fixture.deps,
    anAccount: () => createTestAccount(first.db, { client: { plan: 'enterprise' } }),
    async close() {
      await fixture.close();
      await second.close();
      await connections.close();
      await first.close();
    },
  };
}
