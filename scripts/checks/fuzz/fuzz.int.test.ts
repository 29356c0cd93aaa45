import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, PASSWORD } from '../../../api/test/account/people.ts';
import { openApi, type TestApi } from '../../../api/test/api.ts';
import type { Database } from '../../../shared/db/database.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { runFuzz } from './run-fuzz.ts';
import { faultLines } from './summary.ts';
import { Tally } from './tally.ts';

let db: Database;
let api: TestApi;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await openApi(db, { trustProxy: 'loopback' });
});
afterAll(async () => {
  await api.close();
  await db.close();
});

it('answers what its documents allow, nearly allow or forbid as they say', async () => {
  const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { email } = await aPerson(db, 'operator');
  const tally = new Tally();
  await runFuzz(base, { seed: 1, requests: 400, operator: { email, password: PASSWORD }, tally });
  expect([...tally.faults.values()].flatMap(faultLines)).toEqual([]);
  const successes = [...tally.routes.values()].reduce((sum, [ok = 0]) => sum + ok, 0);
  expect(successes).toBeGreaterThan(200);
  expect(tally.requests).toBeGreaterThan(2000);
});
