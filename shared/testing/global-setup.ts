import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openCluster, startCluster, stopCluster, superuserUrl } from '../db/embedded-cluster.ts';
import { migrate } from '../db/migrate.ts';
import { freePort } from '../platform/free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection URL of the tests' PostgreSQL server */
    testServerUrl: string;
  }
}

/** The migrated database that each test database is a copy of. */
export const TEMPLATE_DATABASE = 'wrs_template';

/** Losing tests' data is no loss. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts one PostgreSQL server for all integration tests of a run, and stops it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'wrs-test-'));
  const cluster = await openCluster(join(folder, 'postgres'));
  const port = await freePort();
  await startCluster(cluster, port, VOLATILE);
  const url = superuserUrl(cluster, port);
  await createTemplate(url);
  project.provide('testServerUrl', url);
  return async () => {
    await stopCluster(cluster);
    await rm(folder, { recursive: true, force: true });
  };
}

async function createTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = new URL(url);
  template.pathname = TEMPLATE_DATABASE;
  await migrate(template.href);
}
