import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { arbitraryScenario } from '../testing/arbitrary-scenario.ts';
import { oddText } from '../testing/odd-text.ts';
import { storeScenario } from '../testing/store-scenario.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { withoutSeen } from './seen-codec.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

/** Looks like the keys of what was seen, and like that of a reroute. */
const KEY_LIKE = fc.constantFrom(',"l":', ',"s":[', ',"q":', '}');
const text = fc.oneof(oddText, KEY_LIKE);
const reroute = fc.record({
  exclude_warehouse_ids: fc.array(text, { maxLength: 2 }),
  only_warehouse_ids: fc.option(fc.array(text, { maxLength: 2 })),
  note: fc.option(text),
});

describe('a stored decision read without what it saw', () => {
  it('is the decision, and of one that was routed again by hand all', async () => {
    const scenarios = fc.tuple(arbitraryScenario(text), fc.boolean(), fc.option(reroute, { nil: undefined }));
    const stored = fc.sample(scenarios, 300).map((drawn) => storeScenario(...drawn).data);
    const { rows } = await db.pool.query<{ part: string }>(
      `SELECT ${withoutSeen('data')} AS part FROM unnest($1::json[]) WITH ORDINALITY AS stored (data, place) ORDER BY place`,
      [stored],
    );
    let shortened = 0;
    for (const [place, data] of stored.entries()) {
      const { l, s, h, y, ...decision } = JSON.parse(data);
      expect(JSON.parse(rows[place]!.part)).toEqual('q' in decision ? JSON.parse(data) : decision);
      if (rows[place]!.part.length < data.length) shortened += 1;
    }
    expect(shortened).toBeGreaterThan(0);
  });
});
