import type { z } from 'zod';
import type { userPatch } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountEditor } from './actor.ts';
import { changeAccount } from './change-account.ts';
import { saveUser, type UserEntry } from './users.ts';

/** Adds a user. Throws AppError already_exists for an active user of the client, validation_failed. */
export async function addClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  entry: Omit<UserEntry, 'client_id'>,
): Promise<void> {
  const act = { who, action: 'users.add', subject: `users/${entry.email}` };
  await changeAccount(db, slug, act, async (tx, client, before) => {
    if (before.file.users.some(({ email }) => email === entry.email)) {
      throw new AppError('already_exists', `${entry.email} is already a user.`);
    }
    await saveUser(tx, { ...entry, client_id: client.id });
  });
}

/** Changes a user's role or password. Throws AppError not_found, last_owner; forbidden for one's own password. */
export async function changeClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  email: string,
  { role, password }: z.output<typeof userPatch>,
): Promise<void> {
  const act = { who, action: 'users.change', subject: `users/${email}` };
  if (password !== undefined && who.kind === 'user' && who.name === email) {
    throw new AppError(
      'forbidden',
      'To change your own password, use session/password with your current password.',
    );
  }
  await changeAccount(db, slug, act, async (tx, client, before) => {
    const present = before.file.users.find((user) => user.email === email);
    if (present === undefined) throw new AppError('not_found', `There is no user ${email}.`);
    await saveUser(tx, {
      email,
      role: role ?? present.role,
      client_id: client.id,
      ...(password !== undefined && { password }),
    });
  });
}
