import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { changeAccount } from './change-account.ts';
import { findInvitation } from './invitations.ts';
import { linkEnded } from './links.ts';
import { secretHash } from './secrets.ts';
import { saveMember } from './users.ts';

/**
 * Makes the person of an invitation a member. With `password_hash`, they are new to the service; without it, they have shown
 * that the address is theirs. Throws AppError link_ended, forbidden for an operator, unavailable if the person came or went
 * meanwhile, account_limit.
 */
export async function acceptInvitation(
  db: PrismaDatabase,
  token: string,
  password_hash: string | null,
): Promise<void> {
  const { email, client } = await findInvitation(db, token);
  const who = { kind: 'user', name: email } as const;
  const act = { who, action: 'users.accept', subject: `users/${email}` };
  await changeAccount(db, client.slug, act, async (tx) => {
    const where = { token_hash: secretHash(token), client_id: client.id, expires_at: { gt: new Date() } };
    const invitation = await tx.invitation.findFirst({ where });
    if (invitation === null) throw linkEnded();
    const person = await tx.user.findUnique({ where: { email } });
    if (person?.is_operator)
      throw new AppError('forbidden', 'An operator of the service is a member of no account.');
    if ((person === null) !== (password_hash !== null))
      throw new AppError('unavailable', 'The person was changed meanwhile. Try again.');
    const entry = { email, role: invitation.role };
    await saveMember(tx, client.id, { ...entry, ...(password_hash !== null && { password_hash }) });
    await tx.invitation.deleteMany({ where: { client_id: client.id, email } });
  });
}
