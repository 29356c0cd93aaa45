import type { z } from 'zod';
import type { newUser, userPatch } from '../contracts/account/access.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountEditor } from './actor.ts';
import { changeAccount } from './change-account.ts';
import { invite } from './invitations.ts';
import { linkTo } from './links.ts';
import { hashForUser, type MemberEntry, saveMember, type UserChange } from './users.ts';

/**
 * Invites somebody to an account. Returns the link, which is shown this once. The answer is the same whether they have another
 * account. Throws AppError already_exists for a member of this one, no_public_url.
 */
export async function inviteClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  entry: z.output<typeof newUser>,
  public_url: string | null,
): Promise<string> {
  const act = { who, action: 'users.invite', subject: `users/${entry.email}` };
  const { result } = await changeAccount(db, slug, act, async (tx, client) => {
    const member = { client_id: client.id, user: { email: entry.email } };
    if ((await tx.membership.count({ where: member })) > 0)
      throw new AppError('already_exists', `${entry.email} is already a user.`);
    const token = await invite(tx, client.id, entry, who.person ?? null);
    return linkTo(public_url, 'invitation', token);
  });
  return result;
}

/** Changes a member's role. Throws AppError not_found, last_owner. */
export async function changeClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  email: string,
  { role }: z.output<typeof userPatch>,
): Promise<void> {
  const act = { who, action: 'users.change', subject: `users/${email}` };
  await changeAccount(db, slug, act, async (tx, client) => {
    const present = await tx.membership.findFirst({ where: { client_id: client.id, user: { email } } });
    if (present === null) throw new AppError('not_found', `There is no user ${email}.`);
    await saveMember(tx, client.id, { email, role: role ?? present.role });
  });
}

/**
 * Adds a person to an account, or changes their role or password: for the command line, which may. Throws AppError not_found,
 * validation_failed, last_owner.
 */
export async function saveClientUser(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  { password, ...entry }: Omit<MemberEntry, 'password_hash'> & { readonly password?: string },
): Promise<UserChange> {
  const act = { who, action: 'users.change', subject: `users/${entry.email}` };
  const password_hash = password === undefined ? null : await hashForUser(db, entry.email, password);
  const { result } = await changeAccount(db, slug, act, async (tx, { id }) => {
    await tx.invitation.deleteMany({ where: { client_id: id, email: entry.email } });
    return saveMember(tx, id, { ...entry, ...(password_hash !== null && { password_hash }) });
  });
  return result;
}
