import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { authenticate } from '../identity/principal.ts';
import { anAccountFile, createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type AccountFileInput, parseAccountFile } from './account-file.ts';
import { readAccountState } from './account-state.ts';
import { applyAccountFile } from './apply-account.ts';
import { findClient } from './clients.ts';

const db = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'account-file-'));

afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const apply = (file: AccountFileInput) => applyAccountFile(db, parseAccountFile(file), { baseDir: folder });

/** The account file that makes a client's account. */
const exported = (slug: string) =>
  db.prisma.$transaction(
    async (tx) => (await readAccountState(tx, await findClient(tx, slug))).file as AccountFileInput,
  );

const TABLES = [
  ...['plans', 'clients', 'ledgers', 'access_keys', 'users', 'warehouses'],
  ...['configuration_parts', 'configurations', 'lane_tables', 'lane_table_lanes'],
];

/** Every row of every account table with its version: writing a row again, even unchanged, shows. */
async function allRows(): Promise<unknown[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await db.pool.query(
        `SELECT ctid::text, xmin::text, t.* FROM ${table} t ORDER BY ctid`,
      );
      return [table, rows];
    }),
  );
}

describe('applyAccountFile', () => {
  it('disables warehouses, revokes keys and removes users that a list leaves out', async () => {
    const file = anAccountFile({
      users: [
        { email: 'stays@out.example', role: 'owner', password: 'correct horse' },
        { email: 'goes@out.example', role: 'member', password: 'correct horse' },
      ],
    });
    const { client_id, api_keys } = await apply(file);
    const { changes } = await apply({
      client: file.client,
      warehouses: file.warehouses!.slice(1),
      api_keys: [{ name: 'live', environment: 'live' }],
      users: [{ email: 'stays@out.example', role: 'owner' }],
    });
    expect(changes).toEqual([
      { path: 'warehouses[EWR1].enabled', before: true, after: false },
      { path: 'api_keys[test test]', before: { name: 'test', environment: 'test' }, after: null },
      { path: 'users[goes@out.example]', before: { email: 'goes@out.example', role: 'member' }, after: null },
    ]);
    const { rows } = await db.pool.query(
      'SELECT warehouse_id, enabled FROM warehouses WHERE client_id = $1 ORDER BY id',
      [client_id],
    );
    expect(rows.map(({ warehouse_id, enabled }) => [warehouse_id, enabled])).toEqual([
      ['EWR1', false],
      ['ATL1', true],
      ['ONT1', true],
    ]);
    await expect(authenticate(db, `Bearer ${api_keys[1]!.key}`)).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
    await expect(authenticate(db, `Bearer ${api_keys[0]!.key}`)).resolves.toBeDefined();
    const users = await db.prisma.user.findMany({ where: { memberships: { some: { client_id } } } });
    expect(users.map(({ email }) => email)).toEqual(['stays@out.example']);
  });

  it('gives a key that is listed again a new secret', async () => {
    const file = anAccountFile({ api_keys: [{ name: 'ci', environment: 'test' }] });
    const first = await apply(file);
    await apply({ ...file, api_keys: [] });
    const second = await apply(file);
    expect(second.api_keys).toEqual([
      { name: 'ci', environment: 'test', key: expect.stringMatching(/^wrs_test_/), created: true },
    ]);
    expect(second.api_keys[0]!.key).not.toBe(first.api_keys[0]!.key);
  });

  it('lets two warehouses swap their codes', async () => {
    const file = anAccountFile();
    await apply(file);
    const [ewr1, atl1, ont1] = file.warehouses!;
    const swapped = [{ ...ewr1!, warehouse_code: 'W-002' }, { ...atl1!, warehouse_code: 'W-001' }, ont1!];
    expect((await apply({ ...file, warehouses: swapped })).changes).toEqual([
      { path: 'warehouses[EWR1].warehouse_code', before: 'W-001', after: 'W-002' },
      { path: 'warehouses[ATL1].warehouse_code', before: 'W-002', after: 'W-001' },
    ]);
    const { warehouses } = await exported(file.client.slug);
    expect(warehouses!.map((item) => item.warehouse_code)).toEqual(['W-002', 'W-001', 'W-003']);
  });

  it('makes one client of a new file that is applied twice at once', async () => {
    const file = anAccountFile();
    const applied = await Promise.all([apply(file), apply(file), apply(file)]);
    expect(new Set(applied.map((result) => result.client_id)).size).toBe(1);
    expect(applied.filter((result) => result.api_keys.every((key) => key.created))).toHaveLength(1);
    expect(await db.prisma.accessKey.count({ where: { client_id: applied[0]!.client_id } })).toBe(2);
  });

  it('refuses an address that belongs to another account, and leaves that account alone', async () => {
    await apply(
      anAccountFile({ users: [{ email: 'mine@tenant.example', role: 'owner', password: 'correct horse' }] }),
    );
    const rows = await allRows();
    const thief = anAccountFile({
      users: [{ email: 'Mine@tenant.example', role: 'owner', password: 'another one' }],
    });
    await expect(apply(thief)).rejects.toMatchObject({ code: 'no_public_url' });
    expect(await allRows()).toEqual(rows);
  });

  it('touches no row of another client', async () => {
    const bystander = await createTestAccount(db, { item_controls: [{ sku: 'S', rule: 'hold' }] });
    const before = await exported(bystander.slug);
    const file = anAccountFile();
    await apply({ ...file, item_controls: [{ sku: 'S', rule: 'drop_ship' }] });
    await apply({
      client: file.client,
      warehouses: [],
      profiles: [],
      item_controls: [],
      api_keys: [],
      users: [],
    });
    expect(await exported(bystander.slug)).toEqual(before);
    expect(await authenticate(db, `Bearer ${bystander.keys.live}`)).toEqual(bystander.live);
  });
});

describe('a carrier as the transit provider', () => {
  const carrier = {
    provider: 'http',
    adapter: 'easypost',
    credential: 'env:TRANSIT_CREDENTIAL_ACME',
    carrier: 'usps',
    service: 'groundadvantage',
  } as const;

  it('removes its lanes from the cache when it goes', async () => {
    const file = anAccountFile({ transit: carrier });
    const { client_id } = await apply(file);
    const other = await apply(anAccountFile({ transit: carrier }));
    await db.pool.query(
      `INSERT INTO lane_cache (provider, client_id, origin_zip, destination_zip, transit_days, source)
       SELECT 'http:' || id, id, '08837', '10001', 2, 'easypost' FROM unnest($1::int[]) AS id`,
      [[client_id, other.client_id]],
    );
    await apply({ client: file.client, transit: { ...carrier, service: 'priority' } });
    const { rows } = await db.pool.query('SELECT client_id FROM lane_cache');
    expect(rows).toEqual([{ client_id: other.client_id }]);
  });
});
