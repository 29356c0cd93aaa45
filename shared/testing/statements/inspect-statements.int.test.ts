import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import {
  type Cluster,
  openCluster,
  startCluster,
  stopCluster,
  superuserUrl,
} from '../../db/embedded-cluster.ts';
import { migrate } from '../../db/migrate.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import { freePort } from '../../foundation/free-port.ts';
import { beginRecording, inspectStatements, RECORDING } from './inspect-statements.ts';
import { writeOrigins } from './record-origins.ts';

/** The test has its own server, because its bad statements would fail the check of the whole run. */
let folder: string;
let cluster: Cluster;
let url: string;
let db: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-statements-'));
  await mkdir(join(folder, 'origins'));
  cluster = await openCluster(join(folder, 'postgres'));
  const port = await freePort();
  await startCluster(cluster, port, { fsync: 'off', ...RECORDING });
  url = superuserUrl(cluster, port);
  await migrate(url);
  await beginRecording(url);
  db = openDatabase(url);
});
afterAll(async () => {
  await db.close();
  await stopCluster(cluster);
  await rm(folder, { recursive: true });
});

describe('the check of all statements that a server ran', () => {
  it('reports those of the product that name no owner or an id alone, and none that is listed or of a test', async () => {
    await inTransaction(db.pool, (tx) =>
      // Sent by a file of the product, so that it counts as a statement of the product.
      pipeline(tx).run({
        planted: sql`SELECT status AS planted FROM runs WHERE status = ${'failed'}`,
        owned: sql`SELECT status FROM runs WHERE status = ${'failed'} AND ledger_id = ${1}`,
        byId: sql`SELECT status AS planted FROM runs WHERE id = ${1}`,
        listed: sql`DELETE FROM run_stock WHERE run_id = ${1}`,
      }),
    );
    await db.pool.query('SELECT count(*) AS of_a_test FROM orders');
    writeOrigins(join(folder, 'origins'));
    const { unbound, byId, unmet } = await inspectStatements(url, url, join(folder, 'origins'));
    expect(unbound).toEqual([
      { text: 'SELECT status AS planted FROM runs WHERE status = $1', tables: ['runs'] },
    ]);
    expect(byId).toEqual([{ text: 'SELECT status AS planted FROM runs WHERE id = $1', tables: ['runs'] }]);
    expect(unmet).toContain('allocation_batches: DELETE FROM allocation_batches WHERE run_id = $1');
    expect(unmet).not.toContain('run_stock: DELETE FROM run_stock WHERE run_id = $1');
  });
});
