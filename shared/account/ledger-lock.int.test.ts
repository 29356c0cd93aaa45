import { afterAll, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { hasWaiters, type LockedLedger, takeLedger } from './ledger-lock.ts';

const db = await createTestDatabase();

afterAll(() => db.close());

it('says whether others wait for a locked ledger, and says to these that they waited', async () => {
  const { live } = await createTestAccount(db);
  const others: Promise<LockedLedger>[] = [];
  await inTransaction(db.pool, async (tx) => {
    const ledger = await takeLedger(tx, live.ledger_id);
    expect(await hasWaiters(db.pool, ledger)).toBe(false);
    for (let i = 0; i < 2; i++) {
      others.push(inTransaction(db.pool, (other) => takeLedger(other, live.ledger_id)));
    }
    while (!(await hasWaiters(db.pool, ledger)));
  });
  for (const { waited_ms } of await Promise.all(others)) expect(waited_ms).toBeGreaterThan(0);
});
