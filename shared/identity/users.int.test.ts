import { afterAll, expect, it } from 'vitest';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { removeMember, saveMember } from './users.ts';

const db = await createTestDatabase();

afterAll(() => db.close());

it('frees an address with the last membership, also if two accounts remove the person at once', async () => {
  const accounts = [await createTestAccount(db), await createTestAccount(db)];
  const entry = { email: 'b@add.example', role: 'member', password_hash: 'none' } as const;
  for (const { client_id } of accounts) await saveMember(db.prisma, client_id, entry);
  expect(await db.prisma.membership.count({ where: { user: { email: entry.email } } })).toBe(2);
  await Promise.all(
    accounts.map(({ client_id }) => db.prisma.$transaction((tx) => removeMember(tx, client_id, entry.email))),
  );
  expect(await db.prisma.user.count({ where: { email: entry.email } })).toBe(0);
});
