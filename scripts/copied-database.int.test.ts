import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../shared/db/database.ts';
import { adoptDatabase, configOn, findCopy } from '../shared/db/origin.ts';
import { loadConfig } from '../shared/foundation/config/config.ts';
import { testLogger } from '../shared/testing/logs/test-logger.ts';
import { anOrder, createRoutingFixture } from '../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../shared/testing/test-account.ts';
import { countRows } from '../shared/testing/test-database.ts';
import { TEST_SECRETS, TEST_SECRETS_KEY } from '../shared/testing/test-secrets.ts';
import { openWebhookReceiver } from '../shared/testing/webhook-receiver.ts';
import { serve } from './serve.ts';

/** The restored database, as `CREATE DATABASE … TEMPLATE` and `pg_restore` make it: another number on the server. */
let copyUrl: string;
let copy: Database;
const [original, receiver] = await Promise.all([createRoutingFixture(), openWebhookReceiver()]);
afterAll(async () => {
  await copy?.close();
  await original.close();
  await receiver.close();
});

it('a copy has a queue of its own and sends no webhook until it is adopted', async () => {
  const { db } = original.deps;
  expect([await findCopy(db.url), await findCopy(db.url)]).toEqual([null, null]);
  const webhooks = [{ url: `${receiver.url}/copied`, events: ['order.unroutable'] as const }];
  const { live, keys } = await createTestAccount(db, { webhooks });
  await original.route(live, [anOrder()]);

  const name = `copy_${randomBytes(6).toString('hex')}`;
  copyUrl = await copied(db, name);
  copy = openDatabase(copyUrl, { secrets: TEST_SECRETS });
  const found = await findCopy(copyUrl);
  expect(found).toMatch(/^copy-\d+-\d+$/);
  const config = loadConfig({
    DATABASE_URL: copyUrl,
    SECRETS_KEY: TEST_SECRETS_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PORT: '0',
  });
  expect(configOn(found, config).queuePrefix).toBe(`wrs-${found}`);

  const service = await serve(config, { logger: testLogger() });
  const says = { status: 'ready', copy: expect.stringContaining('database adopt') };
  await expect.poll(() => readiness(service.url)).toEqual(says);
  await fetch(`${service.url}/api/v1/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.live}`, 'content-type': 'application/json' },
    body: '{"orders": [{"external_order_id": "B", "destination_zip": "10001", "lines": [{"sku": "A", "quantity": 1}]}]}',
  });
  // Its worker works, but takes no job of an endpoint.
  await expect.poll(() => countRows(copy, `runs WHERE phase = 'done'`)).toBe(2);
  await service.stop();
  expect(receiver.received).toEqual([]);

  await adoptDatabase(copy.pool);
  expect(await findCopy(copyUrl)).toBeNull();
  const adopted = await serve(config, { logger: testLogger() });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await expect.poll(() => readiness(adopted.url)).toEqual({ status: 'ready' });
  await adopted.stop();
});

it('is found by a role that is no superuser', async () => {
  const { db } = original.deps;
  const role = `plain_${randomBytes(6).toString('hex')}`;
  await db.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
  await db.pool.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  const url = new URL(db.url);
  [url.username, url.password] = [role, 'plain'];
  expect(await findCopy(url.href)).toBeNull();
  await db.pool.query(`DROP OWNED BY ${role}`);
  await db.pool.query(`DROP ROLE ${role}`);
});

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).json();

/** A copy needs the original without connections. */
async function copied(db: Database, name: string): Promise<string> {
  const url = new URL(db.url);
  const template = url.pathname.slice(1);
  url.pathname = 'postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [template]);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  url.pathname = name;
  return url.href;
}
