import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { loadConfiguration, MAX_CONFIGURATION_BYTES } from './configurations.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

/** Stores copies of a client's configuration; `note` is that of their only rule. Returns their ids. */
async function storeCopies(count: number, note: string): Promise<number[]> {
  const { live } = await createTestAccount(db);
  const rules = JSON.stringify([{ sku: 'A-1', rule: 'hold', note }]);
  const { rows } = await db.pool.query<{ id: number }>(
    `WITH part AS (INSERT INTO configuration_parts (client_id, digest, body) VALUES ($1, 'rules', $2))
     INSERT INTO configurations (client_id, digest, settings, warehouses, profiles, item_controls, warehouse_db_ids)
     SELECT client_id, digest || n, settings, warehouses, profiles, '{rules}', warehouse_db_ids
     FROM configurations, generate_series(1, $3) AS n WHERE client_id = $1
     RETURNING id`,
    [live.client_id, rules, count],
  );
  return rows.map(({ id }) => id);
}

/** Loads configurations through a cache of its own. `read` are those that were read from the database. */
function countedLoads() {
  const read: number[] = [];
  const pool = new Proxy(db.pool, {
    get: (target, member) => {
      if (member !== 'query') return Reflect.get(target, member);
      return (query: pg.QueryConfig<[number]>) => {
        if (!query.text.includes('body::text')) read.push(query.values![0]);
        return target.query(query);
      };
    },
  });
  return { read, load: (id: number) => loadConfiguration({ pool }, id) };
}

it('keeps the configurations of a thousand clients', async () => {
  const ids = await storeCopies(1000, 'short');
  const { read, load } = countedLoads();
  await Promise.all(ids.map(load));
  read.length = 0;
  for (const id of ids) await load(id);
  expect(read).toEqual([]);
});

it('drops the configuration that was used longest ago when all are too large together', async () => {
  const [first, second, third] = await storeCopies(3, 'x'.repeat(MAX_CONFIGURATION_BYTES / 4 / 2.5));
  const { read, load } = countedLoads();
  for (const id of [first!, second!, first!, third!]) await load(id);
  read.length = 0;
  await load(first!);
  await load(third!);
  await load(second!);
  expect(read).toEqual([second]);
});

it('keeps a configuration that is larger than its bound, alone', async () => {
  const [large] = await storeCopies(1, 'x'.repeat(MAX_CONFIGURATION_BYTES / 4));
  const { read, load } = countedLoads();
  const loaded = await load(large!);
  expect(await load(large!)).toBe(loaded);
  expect(read).toEqual([large]);
});

it('reads a configuration once for requests that come together, and again after a failure', async () => {
  const [id] = await storeCopies(1, 'short');
  const { read, load } = countedLoads();
  const [one, other] = await Promise.all([load(id!), load(id!)]);
  expect(one).toBe(other);
  expect(read).toEqual([id]);
  await expect(load(-1)).rejects.toThrow('There is no configuration -1.');
  await expect(load(-1)).rejects.toThrow('There is no configuration -1.');
  expect(read).toEqual([id, -1, -1]);
});
