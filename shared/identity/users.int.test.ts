import { afterAll, expect, it } from 'vitest';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { verifyPassword } from './passwords.ts';
import { hashForUser, removeMember, saveMember } from './users.ts';

const db = await createTestDatabase();

afterAll(() => db.close());

it('adds a person, changes their role and password, and leaves the rows alone where nothing is new', async () => {
  const { client_id } = await createTestAccount(db);
  const email = 'a@add.example';
  const save = async (role: 'owner' | 'member', password?: string) =>
    saveMember(db.prisma, client_id, {
      email,
      role,
      ...(password !== undefined && { password_hash: await hashForUser(db, email, password) }),
    });
  await expect(save('member')).rejects.toMatchObject({ faults: [{ path: 'password' }] });
  expect(await save('member', 'correct horse')).toBe('added');
  expect([await save('member', 'correct horse'), await save('member')]).toEqual(['unchanged', 'unchanged']);
  expect(await save('owner', 'another horse')).toBe('changed');
  const user = await db.prisma.user.findUniqueOrThrow({ where: { email }, include: { memberships: true } });
  expect(user.memberships).toMatchObject([{ role: 'owner', client_id }]);
  expect(await verifyPassword('another horse', user.password_hash)).toBe(true);
});

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
