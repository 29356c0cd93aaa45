import { afterAll, expect, it } from 'vitest';
import { shareAbort } from '../../foundation/shared-abort.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createRoutingPool } from './routing-pool.ts';

const db = await createTestDatabase();
const threads = createRoutingPool(db.url, 1);

afterAll(async () => {
  await threads.close();
  await db.close();
});

it('answers each batch in memory that no other answer has', async () => {
  const { live: principal } = await createTestAccount(db);
  const orders = Array.from({ length: 1000 }, (_, n) => ({
    external_order_id: `SO-${n}`,
    destination_zip: '10001',
    lines: [{ sku: 'A', quantity: 1 }],
  }));
  const bytes = Buffer.from(JSON.stringify({ orders }));
  const caller = shareAbort(new AbortController().signal);
  const batch = {
    principal,
    body: { bytes, format: 'json' },
    idempotency: null,
    caller,
    lockTimeoutMs: 60_000,
  } as const;
  const route = async () => (await threads.run('routeBatch', batch)) as { answer: Uint8Array };
  const { answer } = await route();
  const before = Buffer.from(answer);
  const { answer: next } = await route();
  for (const { buffer } of [answer, next]) expect(buffer).toBeInstanceOf(ArrayBuffer);
  expect(answer.buffer).not.toBe(next.buffer);
  expect(before.equals(answer)).toBe(true);
});
