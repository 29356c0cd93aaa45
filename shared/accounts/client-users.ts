import type { z } from 'zod';
import type { newUser, userPatch } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountEditor } from './actor.ts';
import { changeAccount } from './change-account.ts';
import { addOnlyMember, hashForUser, saveMember } from './users.ts';

/** Adds a user. Throws AppError already_exists for an active user of the client, validation_failed. */
export async function addClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  { password, ...entry }: z.output<typeof newUser>,
): Promise<void> {
  const act = { who, action: 'users.add', subject: `users/${entry.email}` };
  const password_hash = await hashForUser(db, entry.email, password);
  await changeAccount(db, slug, act, async (tx, client, before) => {
    if (before.file.users.some(({ email }) => email === entry.email)) {
      throw new AppError('already_exists', `${entry.email} is already a user.`);
    }
    await addOnlyMember(tx, client.id, { ...entry, password_hash });
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
  const password_hash = password === undefined ? null : await hashForUser(db, email, password);
  await changeAccount(db, slug, act, async (tx, client, before) => {
    const present = before.file.users.find((user) => user.email === email);
    if (present === undefined) throw new AppError('not_found', `There is no user ${email}.`);
    await saveMember(tx, client.id, {
      email,
      role: role ?? present.role,
      ...(password_hash !== null && { password_hash }),
    });
  });
}
