import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { verifyPassword } from './passwords.ts';
import { hashForUser, saveUser as saveHashed, type UserEntry } from './users.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

const userOf = (email: string) => db.prisma.user.findUniqueOrThrow({ where: { email } });

/** Saves a user as callers do: the password is hashed before the transaction. */
async function saveUser(prisma: typeof db.prisma, { password, ...entry }: UserEntry & { password?: string }) {
  if (password === undefined) return saveHashed(prisma, entry);
  const client =
    entry.client_id === null ? null : await prisma.client.findUnique({ where: { id: entry.client_id } });
  const password_hash = await hashForUser(db, { slug: client?.slug ?? null, email: entry.email }, password);
  return saveHashed(prisma, { ...entry, password_hash });
}

describe('saveUser', () => {
  it('adds a user whose password is stored as a hash', async () => {
    const { client_id } = await createTestAccount(db);
    const entry = { email: 'a@add.example', role: 'owner', client_id, password: 'correct horse' } as const;
    expect(await saveUser(db.prisma, entry)).toBe('added');
    const user = await userOf(entry.email);
    expect(user).toMatchObject({ role: 'owner', client_id });
    expect(await verifyPassword(entry.password, user.password_hash)).toBe(true);
  });

  it('adds an operator, who belongs to no client', async () => {
    const entry = {
      email: 'op@service.example',
      role: 'operator',
      client_id: null,
      password: 'correct horse',
    } as const;
    expect(await saveUser(db.prisma, entry)).toBe('added');
    expect(await saveUser(db.prisma, entry)).toBe('unchanged');
    expect(await userOf(entry.email)).toMatchObject({ role: 'operator', client_id: null });
  });

  it('leaves the row alone where password and role are the present ones', async () => {
    const { client_id } = await createTestAccount(db);
    const entry = {
      email: 'same@add.example',
      role: 'member',
      client_id,
      password: 'correct horse',
    } as const;
    await saveUser(db.prisma, entry);
    const before = await userOf(entry.email);
    expect(await saveUser(db.prisma, entry)).toBe('unchanged');
    const { password, ...withoutPassword } = entry;
    expect(await saveUser(db.prisma, withoutPassword)).toBe('unchanged');
    expect(await userOf(entry.email)).toEqual(before);
  });

  it('changes role and password', async () => {
    const { client_id } = await createTestAccount(db);
    const entry = {
      email: 'change@add.example',
      role: 'member',
      client_id,
      password: 'correct horse',
    } as const;
    await saveUser(db.prisma, entry);
    expect(await saveUser(db.prisma, { ...entry, role: 'owner', password: 'another horse' })).toBe('changed');
    const changed = await userOf(entry.email);
    expect(changed.role).toBe('owner');
    expect(await verifyPassword('another horse', changed.password_hash)).toBe(true);
  });

  it('refuses a new user without a password and an address of another account', async () => {
    const [one, other] = [await createTestAccount(db), await createTestAccount(db)];
    const entry = { email: 'b@add.example', role: 'owner', client_id: one.client_id } as const;
    await expect(saveUser(db.prisma, entry)).rejects.toMatchObject({ faults: [{ path: 'password' }] });
    await saveUser(db.prisma, { ...entry, password: 'correct horse' });
    for (const client_id of [other.client_id, null]) {
      const role = client_id === null ? 'operator' : 'owner';
      const thief = { email: entry.email, role, client_id, password: 'their choice' } as const;
      await expect(saveUser(db.prisma, thief)).rejects.toMatchObject({ faults: [{ path: 'email' }] });
    }
    expect(await verifyPassword('correct horse', (await userOf(entry.email)).password_hash)).toBe(true);
  });
});
