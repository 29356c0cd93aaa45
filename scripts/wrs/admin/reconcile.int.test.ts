import { afterAll, describe, expect, it } from 'vitest';
import { anOrder, createRoutingFixture, linesOf } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';

const fixture = await createRoutingFixture();
const account = await createTestAccount(fixture.deps.db);
const slug = account.slug;
await fixture.sync(account.live, [{ quantity: 2000 }]);
await fixture.route(account.live, [anOrder({ lines: linesOf({ A: 1234 }) })]);
afterAll(() => fixture.close());

/** Runs `wrs admin reconcile` with these words on a terminal: whether it failed, its text and its messages. */
async function run(...args: string[]) {
  const call = { db: fixture.deps.db, columns: 80 };
  const { code, out, screen } = await callWrs(['admin', 'reconcile', ...args], call);
  return { failed: code === 1, text: out.trimEnd(), said: screen };
}

describe('reconcile', () => {
  it('says that everything adds up', async () => {
    const fine = { failed: false, text: 'Everything adds up: 2 ledgers, 1 run, 1 order.', said: '' };
    expect(await run()).toEqual(fine);
    expect(await run('--repair')).toEqual(fine);
    expect(await run('--environment', 'live', '--client', slug)).toMatchObject({
      text: 'Everything adds up: 1 ledger, 1 run, 1 order.',
    });
  });

  it('names what does not, in 80 columns or as JSON, and mends it when asked', async () => {
    await fixture.deps.db.pool.query("UPDATE stock SET free = '{2000}', reserved = '{0}'");
    const { failed, text } = await run();
    expect(failed).toBe(true);
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      'LEDGER                WHAT                         EXPECTED  FOUND',
      `${slug} live  reserved units of A at EWR1     1,234      0`,
      '',
      '1 difference in 2 ledgers, 1 run, 1 order.',
    ]);
    const asJson = await run('--json');
    expect([asJson.failed, JSON.parse(asJson.text)]).toMatchObject([
      true,
      {
        ledgers: 2,
        differences_total: 1,
        differences: [
          { check: 'reserved_units', client: slug, environment: 'live', expected: 1234, found: 0 },
        ],
        repaired: null,
      },
    ]);
    const mended = await run('--repair', '--json');
    expect([mended.failed, JSON.parse(mended.text)]).toMatchObject([
      false,
      { differences: [], repaired: { skus: 1, runs: 0 } },
    ]);
    expect((await run()).failed).toBe(false);
  });

  it('refuses a client that is not there', async () => {
    expect(await run('--client', 'nobody')).toMatchObject({ said: 'There is no client nobody.\n' });
  });
});
