import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { loadConfiguration } from './configurations.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('keeps the 200 configurations that were used last', async () => {
  const { live } = await createTestAccount(db);
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO configurations (client_id, digest, body)
     SELECT client_id, digest || n, body FROM configurations, generate_series(1, 201) AS n WHERE client_id = $1
     RETURNING id`,
    [live.client_id],
  );
  const read: number[] = [];
  const pool = new Proxy(db.pool, {
    get: (target, member) => {
      if (member !== 'query') return Reflect.get(target, member);
      return (query: pg.QueryConfig<[number]>) => {
        read.push(query.values![0]);
        return target.query(query);
      };
    },
  });
  const load = (id: number) => loadConfiguration({ pool }, id);
  const [first, second, ...others] = rows.map(({ id }) => id);
  for (const id of [first!, second!, ...others.slice(0, -1)]) await load(id);
  await load(first!);
  await load(others.at(-1)!);
  read.length = 0;
  await load(first!);
  await load(others[0]!);
  await load(second!);
  expect(read).toEqual([second]);
});
