import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../api/server.ts';
import { aPerson, headersOf } from '../../../api/test/account/people.ts';
import type { Database } from '../../../shared/db/database.ts';
import { Prisma } from '../../../shared/db/generated/client.ts';
import { OWNED_TABLES, rowsOfClient } from '../../../shared/operations/client-data/owned-tables.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { countRows, createTestDatabase } from '../../../shared/testing/test-database.ts';
import { type PlantedAccount, plantAccount, tablesWith } from '../../dev/testing/planted-account.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';
import { serviceSettings } from '../../dev/testing/service-settings.ts';
import { serve } from '../../serve.ts';

const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;

describe.each(BACKENDS)('a client on the %s backend', (kind) => {
  const prefix = `test-${process.pid}-${kind}`;
  let db: Database;
  let folder: string;
  let service: RunningService;
  let log = '';
  const env: Record<string, string> = {
    QUEUE_PREFIX: prefix,
    RATE_LIMIT_PER_MINUTE: '0',
    ...(kind === 'redis' && { REDIS_URL: process.env.TEST_REDIS_URL! }),
  };
  beforeAll(async () => {
    db = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'client-data-'));
    env.DATA_DIR = folder;
    const write = (line: Buffer, _: string, done: () => void) => {
      log += line;
      done();
    };
    await createTestAccount(db);
    service = await serve(serviceSettings(db.url, env), {
      logger: pino({ level: 'trace' }, new Writable({ write })),
    });
  });
  it('has the end of its audit log in the log of a worker', async () => {
    await expect.poll(() => log).toContain('"ends of the audit logs"');
    const line = log.split('\n').find((each) => each.includes('audit_heads'))!;
    const { rows } = await db.pool.query<{ hash: Buffer }>('SELECT hash FROM audit_heads');
    expect(JSON.parse(line).audit_heads).toMatchObject([{ number: 1, hash: rows[0]!.hash.toString('hex') }]);
  });

  afterAll(async () => {
    await service.stop();
    await db.close();
    await rm(folder, { recursive: true });
  });

  const clients = (...args: string[]) => callWrs(['admin', 'clients', ...args], { db, env });

  /** Keys of this service in Redis, with their values, as text. */
  async function redisText(): Promise<string> {
    if (kind !== 'redis') return '';
    const redis = new Redis(process.env.TEST_REDIS_URL!);
    const keys = (await redis.keys(`${prefix}*`)).sort();
    const dumps = await Promise.all(
      keys.map(async (key) => `${key} ${(await redis.dumpBuffer(key))?.toString('latin1')}`),
    );
    await redis.quit();
    return dumps.join('\n');
  }

  /** How much of a client is still under way. */
  async function workOf({ client_id }: PlantedAccount): Promise<number> {
    const ofWhatIfs = `what_ifs JOIN ledgers l ON l.id = ledger_id
                       WHERE client_id = $1 AND status IN ('queued', 'running')`;
    const runs = await countRows(db, `runs WHERE client_id = $1 AND phase <> 'done'`, client_id);
    return runs + (await countRows(db, ofWhatIfs, client_id));
  }

  /** How many rows a client has, by table. */
  async function rowsOf({ client_id }: PlantedAccount): Promise<Record<string, number>> {
    const rows: Record<string, number> = {};
    for (const owned of OWNED_TABLES) {
      const { text, values } = rowsOfClient(owned, client_id);
      const { rows: found } = await db.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${owned.table} WHERE ${text}`,
        values,
      );
      rows[owned.table] = found[0]!.n;
    }
    return rows;
  }

  /** The ids by which rows name a client, and the columns that have them. */
  async function idsOf(client_id: number): Promise<Record<string, readonly number[]>> {
    const ids = async (text: string) =>
      (await db.pool.query<{ id: number }>(text, [client_id])).rows.map(({ id }) => id);
    return {
      client_id: [client_id],
      ledger_id: await ids('SELECT id FROM ledgers WHERE client_id = $1'),
      run_id: await ids('SELECT id FROM runs WHERE client_id = $1'),
      what_if_id: await ids(
        'SELECT w.id FROM what_ifs w JOIN ledgers l ON l.id = w.ledger_id WHERE client_id = $1',
      ),
      lane_table_id: await ids('SELECT id FROM lane_tables WHERE client_id = $1'),
      rate_table_id: await ids('SELECT id FROM rate_tables WHERE client_id = $1'),
    };
  }

  /** The tables with a row that has one of these ids. */
  async function tablesOf(ids: Record<string, readonly number[]>): Promise<string[]> {
    const { rows } = await db.pool.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = ANY ($1) ORDER BY 1, 2`,
      [Object.keys(ids)],
    );
    const found: string[] = [];
    for (const { table, column } of rows) {
      const { rowCount } = await db.pool.query(`SELECT FROM ${table} WHERE ${column} = ANY ($1) LIMIT 1`, [
        ids[column],
      ]);
      if (rowCount !== 0) found.push(`${table}.${column}`);
    }
    return found;
  }

  it('is erased from every table, queue, file and answer, while its run is under way, and its neighbour stays', async () => {
    const neighbour = await plantAccount(db, service.url);
    const planted = await plantAccount(db, service.url, { neighbour: neighbour.client_id });
    const { word, client_id, key, token, owner, member } = planted;
    expect((await tablesWith(db, word)).length).toBeGreaterThan(20);
    await expect.poll(() => workOf(neighbour)).toBe(0);
    const before = await rowsOf(neighbour);

    const order = { destination_zip: '10001', lines: [{ sku: `${word}-sku`, quantity: 1 }] };
    const orders = Array.from({ length: 3000 }, (_, n) => ({
      ...order,
      external_order_id: `${word}-late-${n}`,
    }));
    const sent = await fetch(`${service.url}/api/v1/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ orders }),
    });
    expect(await workOf(planted)).toBeGreaterThan(0);
    expect(sent.status).toBe(202);
    const ids = await idsOf(client_id);
    expect((await tablesOf(ids)).length).toBeGreaterThan(30);

    const { code, out, screen } = await clients('erase', word, '--yes', '--json');
    const erasedAt = log.length;
    expect([code, screen.includes(word)]).toEqual([0, false]);
    const { rows, not_erased } = JSON.parse(out);
    expect(rows).toMatchObject({ orders: expect.any(Number), clients: 1, ledgers: 2 });
    expect(not_erased.length).toBeGreaterThan(2);

    expect(await tablesWith(db, word)).toEqual([]);
    expect(await tablesOf(ids)).toEqual([]);
    expect(await redisText()).not.toContain(word);
    for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain(word);
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${service.url}${path}`, { headers })).status;
    expect(await status('/api/v1/me', { authorization: `Bearer ${key}` })).toBe(401);
    expect(await status('/account/v1/account', { authorization: `Bearer ${token}` })).toBe(401);
    expect(await status('/account/v1/account', { cookie: owner.cookie })).toBe(401);
    const operator = await aPerson(db, 'operator');
    const read = async (path: string) =>
      (await fetch(`${service.url}${path}`, { headers: { cookie: operator.headers.cookie } })).text();
    for (const path of ['clients', 'service/audit', 'service', 'users'])
      expect([path, (await read(`/account/v1/${path}`)).toLowerCase().includes(word)]).toEqual([path, false]);
    expect(await db.prisma.auditEntry.findMany({ where: { action: 'clients.erase' } })).toMatchObject([
      { client_id: null, subject: `clients/${client_id}` },
    ]);

    // Who is a member of another account stays in that one.
    expect(await db.prisma.membership.findMany({ where: { user: { email: member } } })).toMatchObject([
      { client_id: neighbour.client_id },
    ]);
    expect(await rowsOf(neighbour)).toEqual(before);
    expect(log.slice(erasedAt)).not.toContain(word);

    const again = await clients('erase', word, '--yes');
    expect([again.code, again.screen]).toEqual([1, `There is no client ${word}.\n`]);
    expect((await callWrs(['admin', 'reconcile'], { db, env })).code).toBe(0);
  });

  if (kind !== 'postgres') return; // What needs no queue is tried once.
  it('is exported with all that it has, but hashes, secrets and the data of others', async () => {
    const other = await plantAccount(db, service.url);
    const { word, client_id } = await plantAccount(db, service.url);
    const path = join(folder, 'exported.tar');
    const { code, out } = await clients('export', word, path, '--json');
    expect(code).toBe(0);
    const content = join(folder, 'exported');
    await mkdir(content);
    await promisify(execFile)('tar', ['-xf', path, '-C', content]);
    const files = (await readdir(content)).sort();
    const texts = await Promise.all(files.map((name) => readFile(join(content, name), 'utf8')));
    const whole = texts.join('');
    const manifest = JSON.parse(texts[files.indexOf('manifest.json')]!);
    expect(manifest).toMatchObject({ format: 1, client: word, rows: JSON.parse(out).rows });
    const lines = texts[files.indexOf('orders-0001.ndjson')]!.trimEnd().split('\n');
    expect(lines.length).toBe(manifest.rows.orders);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        order_id: `${word}-o1`,
        raw_order_data: { [`${word}-raw`]: `${word}-raw` },
      }),
    );
    const planted = [
      'c1',
      'n1',
      'profile',
      'note',
      'key',
      'token',
      'hook',
      'zone',
      'source',
      'reason',
      'what-if',
      'why',
      'app',
      'claim',
      'sub',
    ];
    expect(planted.filter((what) => !whole.includes(`${word}-${what}`))).toEqual([]);
    expect(whole).not.toContain(other.word);
    const { rows: secrets } = await db.pool.query<{ secret: string }>(
      `SELECT encode(key_hash, 'hex') AS secret FROM access_keys UNION ALL
       SELECT password_hash FROM users UNION ALL SELECT secret FROM webhook_endpoints WHERE client_id = $1 UNION ALL
       SELECT client_secret FROM sso_connections WHERE client_id = $1`,
      [client_id],
    );
    expect(secrets.filter(({ secret }) => whole.includes(secret))).toEqual([]);
    expect(await clients('export', word, path)).toMatchObject({
      code: 2,
      screen: expect.stringContaining('EEXIST'),
    });
    await rm(path);
  });

  it('keeps what an erased person did, without their address', async () => {
    const { client_id, owner, word } = await plantAccount(db, service.url);
    const { email, cookie } = owner;
    const headers = { 'content-type': 'application/json', ...headersOf(cookie.split('=')[1]!) };
    const post = (path: string, body: object) =>
      fetch(`${service.url}/account/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await post('api-keys', { name: 'theirs', environment: 'test' })).status).toBe(201);
    expect(
      (await post('bulk-actions?environment=live', { action: 'reroute', filter: { status: 'FULL' } })).status,
    ).toBe(202);
    const operator = await aPerson(db, 'operator');
    await fetch(`${service.url}/account/v1/users/${encodeURIComponent(email)}?client=${word}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...operator.headers },
      body: '{"role":"owner"}',
    });
    const erase = () => callWrs(['admin', 'users', 'erase', email, '--yes'], { db, env });
    expect((await erase()).screen).toContain(`${email} is the last owner`);
    await aPerson(db, 'owner', client_id);
    const namesake = await db.prisma.accessKey.findFirstOrThrow({ where: { client_id, name: 'theirs' } });
    await db.prisma.accessKey.updateMany({
      where: { client_id, name: `${word}-key` },
      data: { created_by: `not.${email}` },
    });
    expect((await erase()).code).toBe(0);
    expect(
      await db.prisma.accessKey.findFirstOrThrow({ where: { kind: 'api_key', id: namesake.id } }),
    ).toMatchObject({
      created_by: expect.stringMatching(/^erased person \d+$/),
      revoked_at: null,
    });
    expect(await db.prisma.accessKey.count({ where: { created_by: `not.${email}` } })).toBe(1);
    expect((await callWrs(['admin', 'reconcile', '--client', word], { db, env })).code).toBe(0);
    const { rows: events } = await db.pool.query<{ name: string; address: string | null }>(
      `SELECT entry #>> '{who,name}' AS name, entry ->> 'address' AS address FROM webhook_deliveries,
       LATERAL (SELECT coalesce(data, body::json -> 'data') AS entry) e
       WHERE client_id = $1 AND type = 'audit.recorded' AND entry #>> '{who,kind}' IN ('user', 'operator')`,
      [client_id],
    );
    const isErased = ({ name }: { name: string }) => name.startsWith('erased person');
    expect(new Set(events.map((event) => `${isErased(event)} ${event.address}`))).toEqual(
      new Set(['true null', 'false 127.0.0.1']),
    );
    await db.prisma.accessKey.updateMany({ where: { client_id }, data: { created_by: null } });
    expect(await tablesWith(db, email)).toEqual([]);
    expect(await tablesWith(db, encodeURIComponent(email))).toEqual([]);
  });
});

describe('wrs admin clients and users', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it('ask before they erase: the slug of a client', async () => {
    const { slug } = await createTestAccount(db);
    const erase = (ask: ((question: string) => Promise<string>) | null) =>
      callWrs(['admin', 'clients', 'erase', slug], { db, ask });
    expect(await erase(null)).toMatchObject({ code: 2, screen: expect.stringContaining('--yes') });
    expect(await erase(async () => 'yes')).toMatchObject({ code: 2 });
    expect(await db.prisma.client.count({ where: { slug, active: true } })).toBe(1);
    expect(await erase(async () => slug)).toMatchObject({ code: 0 });
    expect(await db.prisma.client.count()).toBe(0);
  });

  it('forget what providers said of an erased person, by address or by sub, and of nobody else', async () => {
    const issuer = 'https://login.example.com';
    const claims = (email: string | null, sub: string) => ({
      at: '',
      problem: null,
      role: null,
      claims: { email, sub },
    });
    const accounts = await Promise.all(Array.from({ length: 4 }, () => createTestAccount(db)));
    const [ofAddress, ofSub, ofNeighbour, elsewhere] = accounts.map(({ client_id }) => client_id);
    const { email } = await aPerson(db, 'member', ofSub);
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    const identity = { client_id: ofSub!, user_id: user.id, issuer, sub: 'theirs' };
    await db.prisma.ssoIdentity.create({ data: identity });
    const plant = (client_id: number, last_test: object, at = issuer) =>
      db.prisma.ssoConnection.create({
        data: {
          ...{ client_id, issuer: at, oidc_client_id: 'wrs', client_secret: '' },
          ...{ break_glass_user: 'owner@example.com', last_test },
        },
      });
    await plant(ofAddress!, claims(email.toUpperCase(), 'unknown'));
    await plant(ofSub!, claims(null, 'theirs'));
    await plant(ofNeighbour!, claims(`not.${email}`, 'another'));
    await plant(elsewhere!, claims(null, 'theirs'), 'https://other.example.com');
    expect((await callWrs(['admin', 'users', 'erase', email, '--yes'], { db })).code).toBe(0);
    const left = await db.prisma.ssoConnection.findMany({ where: { last_test: { not: Prisma.DbNull } } });
    expect(left.map(({ client_id }) => client_id).sort()).toEqual([ofNeighbour, elsewhere].sort());
    expect(await tablesWith(db, 'unknown')).toEqual([]);
  });
});
