import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { LastUse } from './last-use.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const NOW = Date.parse('2026-11-22T10:00:00Z');
const fail = (error: unknown) => {
  throw error;
};

it('writes a key once a minute at most, of all processes together, and what is left when it closes', async () => {
  const { live, test } = await createTestAccount(db);
  const used = async () => {
    const keys = await db.prisma.apiKey.findMany({
      where: { client_id: live.client_id },
      orderBy: { id: 'asc' },
    });
    return keys.map((key) => key.last_used_at?.getTime() ?? null);
  };
  const one = new LastUse(db.pool, 'api_keys', fail);
  const other = new LastUse(db.pool, 'api_keys', fail);
  one.note(live.api_key_id, NOW, '192.0.2.7');
  one.note(live.api_key_id, NOW + 1, '192.0.2.7');
  await one.close();
  const [first] = await used();
  expect(await used()).toEqual([expect.any(Number), null]);

  one.note(live.api_key_id, NOW + 59_000, '192.0.2.7');
  one.note(test.api_key_id, NOW + 59_000, '192.0.2.7');
  other.note(live.api_key_id, NOW + 59_000, '192.0.2.7');
  await Promise.all([one.close(), other.close()]);
  expect(await used()).toEqual([first, expect.any(Number)]);

  await db.pool.query(`UPDATE api_keys SET last_used_at = last_used_at - interval '61 seconds'`);
  one.note(live.api_key_id, NOW + 61_000, '192.0.2.7');
  await one.close();
  expect((await used())[0]).toBeGreaterThan(first!);
});
