import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, generateSecret } from 'otplib';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../shared/db/database.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import type { SealedPlace } from '../../shared/foundation/sealing.ts';
import { createKey } from '../../shared/identity/keys.ts';
import { authenticate } from '../../shared/identity/principal.ts';
import { newSecret, secretHash } from '../../shared/identity/secrets.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { connectionOf } from '../../shared/identity/sso/connection.ts';
import { placeOfClientSecret } from '../../shared/identity/sso/sso-state.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder as aRoutingOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aPerson, headersOf } from './account/people.ts';
import { aClient, anOrder, createTestApi, openApi, stock, type TestApi } from './api.ts';

/** What a database holds, as JSON: to be read into one that has the same migrations. */
interface DatabaseDump {
  /** The checksum of each migration, by its name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The rows of each table that has any. */
  readonly tables: Readonly<Record<string, readonly object[]>>;
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, number>>;
}

const MIGRATIONS = '_prisma_migrations';

/** Dumps the tables and sequences of a database. */
async function dumpDatabase({ pool }: Pick<Database, 'pool'>): Promise<DatabaseDump> {
  const tables: Record<string, object[]> = {};
  const names = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
       AND NOT relispartition AND relname <> $1 ORDER BY 1`,
    [MIGRATIONS],
  );
  for (const { name } of names.rows) {
    const { rows } = await pool.query<{ row: object }>(
      `SELECT to_json(t) AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY to_json(t)::text`,
    );
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row);
  }
  const { rows: applied } = await pool.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${MIGRATIONS} ORDER BY 1`,
  );
  const { rows: used } = await pool.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  );
  return {
    migrations: Object.fromEntries(applied.map(({ name, checksum }) => [name, checksum])),
    tables,
    sequences: Object.fromEntries(used.map(({ name, last }) => [name, last])),
  };
}

/**
 * Empties a database and fills it from a dump, with the migrations that the dump has. If one of them was edited since, the
 * next `migrate` throws MigrationError.
 */
async function restoreDatabase({ pool, url }: Database, dump: DatabaseDump): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const folder = await mkdtemp(join(tmpdir(), 'wrs-migrations-'));
  for (const name of Object.keys(dump.migrations))
    await cp(join(projectRoot, 'prisma', 'migrations', name), join(folder, name), { recursive: true });
  await migrate(url, folder).finally(() => rm(folder, { recursive: true }));
  const client = await pool.connect();
  try {
    // Rows come in the order of their tables' names: foreign keys and triggers have held when they were written.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    for (const [name, checksum] of Object.entries(dump.migrations))
      await client.query(`UPDATE ${MIGRATIONS} SET checksum = $2 WHERE migration_name = $1`, [
        name,
        checksum,
      ]);
    for (const [name, rows] of Object.entries(dump.tables)) {
      const table = raw(pg.escapeIdentifier(name));
      await client.query(sql`DELETE FROM ${table}`);
      await client.query(
        sql`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(rows)})`,
      );
    }
    for (const [name, last] of Object.entries(dump.sequences))
      await client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), last]);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

/** A database of the last release, and what that release answered about it. */
interface LastRelease {
  readonly version: string;
  readonly client_id: number;
  readonly waiting_run: number;
  readonly database: DatabaseDump;
  /** By path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The release whose database is upgraded here: the last one, once work on the next one begins. */
const LAST_RELEASE = '0.2.0';

/** Made once for each release, with `RELEASE_DUMP=1`, from the commit that is tagged. Nothing else may change it. */
const fileOf = (version: string) => new URL(`golden/release-${version}.json`, import.meta.url);

const PATHS = [
  '/api/v1/orders/SO-FULL',
  '/api/v1/orders/SO-FULL/why',
  '/api/v1/orders/SO-SPLIT/why',
  '/api/v1/orders/SO-NONE/why',
  '/api/v1/orders/SO-AGAIN',
  '/api/v1/orders/SO-SHIPPED',
  '/api/v1/runs/RUN',
  '/api/v1/runs/RUN/results',
  '/account/v1/account',
  '/account/v1/orders?environment=live',
  '/account/v1/configurations',
  '/account/v1/audit',
];

const CHAIR = { sku: 'CHAIR', unit_value: 40, unit_weight: 2 };

/** Uses each thing that is stored of a client at least once. */
async function aUsedDatabase(
  api: TestApi,
): Promise<Pick<LastRelease, 'client_id' | 'waiting_run'> & { run: number }> {
  const { app, db } = api;
  const { client_id, live } = await aClient(db, {
    client: { slug: 'upgraded' },
    settings: { partial_shipment: 'warn', stock_counts: 'on_hand' },
    item_controls: [{ sku: 'HELD', rule: 'hold' }],
    webhooks: [{ url: 'https://shop.example/hooks', events: ['order.rerouted', 'run.completed'] }],
  });
  const post = async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${live}` };
    const response = await app.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
  };
  await aPerson(db, 'owner', client_id);
  await stock(app, live, ['CHAIR', 'EWR1', 20], ['TABLE', 'ATL1', 20]);
  await post('orders/batch-route', {
    orders: [
      anOrder({ external_order_id: 'SO-FULL', lines: [{ ...CHAIR, quantity: 2 }] }),
      anOrder({
        external_order_id: 'SO-SPLIT',
        lines: [
          { ...CHAIR, quantity: 1 },
          { sku: 'TABLE', quantity: 1 },
        ],
      }),
      anOrder({ external_order_id: 'SO-NONE', lines: [{ sku: 'GONE', quantity: 1 }] }),
      anOrder({ external_order_id: 'SO-RELEASED' }),
      anOrder({ external_order_id: 'SO-SHIPPED' }),
    ],
  });
  await post('orders/route', anOrder({ external_order_id: 'SO-AGAIN', hold_minutes: 60 }));
  await post('orders/SO-AGAIN/confirm', {});
  await post('orders/SO-AGAIN/reroute', { exclude_warehouse_ids: ['ATL1'] });
  await post('orders/SO-RELEASED/release', {});
  await post('orders/SO-SHIPPED/shipped', {});
  const counted = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 18 };
  await post('inventory', { counted_at: new Date().toISOString(), inventory: [counted] });
  const orders = Array.from({ length: 4 }, (_, n) =>
    aRoutingOrder({ order_id: `RUN-${n}`, lines: [{ sku: 'CHAIR', quantity: 1, unit_value: 5 }] }),
  );
  const principal = await authenticate(db, `Bearer ${live}`);
  const run = await createAcceptedRun(db, principal, orders, 2);
  await work(api, run);
  const waiting = orders.map((order) => ({ ...order, order_id: `WAITING-${order.order_id}` }));
  return { client_id, run, waiting_run: await createAcceptedRun(db, principal, waiting, 2) };
}

async function work({ db }: TestApi, run: number): Promise<void> {
  const lanes = createLaneResolver(db);
  await workRun({ db, lanes }, run).finally(() => lanes.close());
}

/** What is answered about the client, by path, to a new key and in a new session of its owner. */
async function answersOf({ app, db }: TestApi, client_id: number, paths: readonly string[]) {
  const { secret } = await createKey(db.prisma, client_id, 'api_key', { name: 'after', environment: 'live' });
  const owner = await db.prisma.user.findFirstOrThrow({ where: { memberships: { some: { client_id } } } });
  const session = headersOf((await startSession(db, owner, new Date())).token);
  const answers: Record<string, unknown> = {};
  for (const url of paths) {
    const key = { authorization: `Bearer ${secret}` };
    const response = await app.inject({ url, headers: url.startsWith('/api/') ? key : session });
    expect([url, response.statusCode]).toEqual([url, 200]);
    answers[url] = response.json();
  }
  return { secret, answers };
}

async function makeDump(): Promise<void> {
  const api = await createTestApi();
  const { run, ...used } = await aUsedDatabase(api);
  const database = await dumpDatabase(api.db);
  const paths = PATHS.map((path) => path.replace('RUN', String(run)));
  const { answers } = await answersOf(api, used.client_id, paths);
  await api.close();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const release: LastRelease = { version, ...used, database, answers };
  // A line for each row and answer.
  writeFileSync(fileOf(version), `${JSON.stringify(release).replace(/([[{,])(?=\{"|"\/)/g, '$1\n')}\n`);
}

/** Secrets of rows that the dump does not have, as the last release stored them. */
const KEPT = {
  token: newSecret('account'),
  shadowed: newSecret('account'),
  invitation: 'i'.repeat(43),
  reset: 'r'.repeat(43),
  seed: generateSecret(),
  webhook: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
};

/** Adds tokens, links, a webhook secret, sign-on and a second factor to a database of the last release. */
async function addAccess(db: Database, client_id: number): Promise<void> {
  const { rows } = await db.pool.query<{ id: number; email: string }>(
    `SELECT u.id, u.email FROM users u JOIN memberships m ON m.user_id = u.id WHERE m.client_id = $1`,
    [client_id],
  );
  const { id, email } = rows[0]!;
  const sealed = (secret: string, place: SealedPlace) => db.secrets.seal(secret, place);
  const url = 'https://shop.example/hooks';
  const issuer = 'https://login.example.com';
  const seedAt = { table: 'users', row: id, column: 'second_factor_secret', client_id: null };
  const run = (text: string, ...values: unknown[]) => db.pool.query(text, values);
  const token = `INSERT INTO account_tokens (client_id, name, role, created_by, token_prefix, token_hash)
                 VALUES ($1, $2, 'owner', $3, 'wrs', $4)`;
  await run(token, client_id, 'by hand', null, KEPT.token.hash);
  await run(token, client_id, 'of a person who left', 'gone@example.com', KEPT.shadowed.hash);
  const until = new Date(Date.now() + 3_600_000);
  await run(
    `INSERT INTO invitations (client_id, email, role, token_hash, expires_at) VALUES ($1, 'new@example.com', 'viewer', $2, $3)`,
    ...[client_id, secretHash(KEPT.invitation), until],
  );
  await run(
    `INSERT INTO password_resets (user_id, token_hash, expires_at) VALUES ($1, $2, $3)`,
    ...[id, secretHash(KEPT.reset), until],
  );
  await run(
    `UPDATE users SET second_factor_secret = $2, second_factor_at = now() WHERE id = $1`,
    ...[id, sealed(KEPT.seed, seedAt)],
  );
  await run(
    `UPDATE webhook_endpoints SET secret = $3 WHERE client_id = $1 AND url = $2`,
    ...[
      client_id,
      url,
      sealed(KEPT.webhook, { table: 'webhook_endpoints', row: url, column: 'secret', client_id }),
    ],
  );
  await run(
    `INSERT INTO sso_connections (client_id, issuer, oidc_client_id, client_secret, break_glass_user) VALUES ($1, $2, 'wrs', $3, $4)`,
    ...[client_id, issuer, sealed('a secret', placeOfClientSecret({ client_id, issuer })), email],
  );
  await run(
    `INSERT INTO sso_identities (user_id, issuer, sub) VALUES ($1, 'https://operators.example', 'op')`,
    id,
  );
}

let release: LastRelease;
let api: TestApi;
beforeAll(async () => {
  if (process.env.RELEASE_DUMP === '1') await makeDump();
  release = JSON.parse(readFileSync(fileOf(LAST_RELEASE), 'utf8'));
  const db = await createTestDatabase();
  await restoreDatabase(db, release.database);
  await addAccess(db, release.client_id);
  await migrate(db.url);
  api = await openApi(db);
});
afterAll(async () => {
  await api.close();
  await api.db.close();
});

describe('a database of the last release', () => {
  it('is read as that release read it, goes on with what waited, and adds up', async () => {
    const { client_id, waiting_run, answers } = release;
    const now = await answersOf(api, client_id, Object.keys(answers));
    // What is added stays out of the comparison; what was removed stands in the changelog.
    const { shadow: _, ...account } = answers['/account/v1/account'] as { readonly shadow?: null };
    const present = now.answers['/account/v1/account'] as { readonly users: { email: string }[] };
    // Invited beside the dump (addAccess).
    const users = present.users.filter((user) => user.email !== 'new@example.com');
    const found = { ...now.answers, '/account/v1/account': { ...present, users } };
    expect(found).toMatchObject({ ...answers, '/account/v1/account': account });
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${now.secret}` };
      const url = `/api/v1/${path}`;
      return (await api.app.inject({ method, url, headers, ...(payload && { payload }) })).json();
    };
    await work(api, waiting_run);
    expect(await ask('GET', `runs/${waiting_run}`)).toMatchObject({ status: 'completed', orders_routed: 4 });
    const again = anOrder({ external_order_id: 'SO-FULL', lines: [{ ...CHAIR, quantity: 3 }] });
    expect((await ask('POST', 'orders/route', again)).results).toMatchObject([{ status: 'FULL' }]);
    expect((await reconcile(api.db)).differences).toEqual([]);
  });

  it('has keys, tokens, links, secrets, sign-on and second factors that work', async () => {
    const { client_id } = release;
    const { prisma } = api.db;
    const call = async (method: 'GET' | 'POST', path: string, payload?: object, secret?: string) => {
      const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
      const url = `/account/v1/${path}`;
      const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    };
    const own = await call('GET', 'session', undefined, KEPT.token.secret);
    expect(own.body.token).toMatchObject({ name: 'by hand', role: 'owner' });
    expect((await call('GET', 'session', undefined, KEPT.shadowed.secret)).status).toBe(401);
    const { email } = await prisma.user.findFirstOrThrow({ where: { memberships: { some: { client_id } } } });
    const reset = { token: KEPT.reset, new_password: 'a new correct horse' };
    expect((await call('POST', 'session/reset', reset)).status).toBe(204);
    const epoch = Math.floor(Date.now() / 1000);
    const code = await generate({ secret: KEPT.seed, epoch });
    const signIn = { email, password: reset.new_password };
    expect((await call('POST', 'session', signIn)).body.code).toBe('second_factor_required');
    expect((await call('POST', 'session', { ...signIn, code })).status).toBe(200);
    const accepted = { token: KEPT.invitation, password: 'another correct horse' };
    expect((await call('POST', 'session/invitation', accepted)).body.user).toMatchObject({ role: 'viewer' });
    expect(await connectionOf({ db: api.db }, client_id)).toMatchObject({
      client_secret: 'a secret',
      scopes: null,
    });
    const { url, secret } = await prisma.webhookEndpoint.findFirstOrThrow({ where: { client_id } });
    const place = { table: 'webhook_endpoints', row: url, column: 'secret', client_id };
    expect(api.db.secrets.open(secret, place)).toBe(KEPT.webhook);
    expect(await prisma.ssoIdentity.count({ where: { sub: 'op' } })).toBe(0);
  });
});
