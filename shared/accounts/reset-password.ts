import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { changedPassword } from './account-changes.ts';
import { type Actor, SERVICE } from './actor.ts';
import { auditPerson } from './audit-session.ts';
import { linkEnd, linkEnded, newLinkToken } from './links.ts';
import { hashPasswordOf } from './passwords.ts';
import { PERSON, type Person } from './person.ts';
import { secretHash } from './secrets.ts';
import { endSessionsOf } from './sessions.ts';

/** Nobody's mailbox is flooded by people who ask for links in their name. */
const MAILED_EVERY_MS = 5 * 60_000;

/**
 * Makes the token of a link by which a person sets a new password. The link before ends. Only the person may get it, or
 * somebody at the service's machine. Throws AppError not_found.
 */
export function newResetToken({ prisma }: PrismaDatabase, who: Actor, email: string): Promise<string> {
  return prisma.$transaction(async (tx) => {
    const person = await tx.user.findUnique({ where: { email }, select: PERSON });
    if (person === null) throw new AppError('not_found', `There is no user ${email}.`);
    return makeToken(tx, person, who);
  });
}

/**
 * The same for somebody who says that they forgot their password. null: nobody has the address, or a link was made for it in the
 * last minutes, which works.
 */
export function newForgottenToken({ prisma }: PrismaDatabase, email: string): Promise<string | null> {
  return prisma.$transaction(async (tx) => {
    const person = await tx.user.findUnique({ where: { email }, select: { ...PERSON, reset: true } });
    const before = person?.reset?.expires_at.getTime() ?? 0;
    const isFresh = before > linkEnd('reset').getTime() - MAILED_EVERY_MS;
    return person === null || isFresh ? null : makeToken(tx, person, SERVICE);
  });
}

async function makeToken(tx: Prisma.TransactionClient, person: Person, who: Actor): Promise<string> {
  const { token, hash } = newLinkToken();
  const link = { token_hash: hash, expires_at: linkEnd('reset') };
  await tx.passwordReset.upsert({
    where: { user_id: person.id },
    create: { user_id: person.id, ...link },
    update: link,
  });
  await auditPerson(tx, 'password.reset', person, [], who);
  return token;
}

/** Whose password a link resets. Throws AppError link_ended. */
export async function findReset(
  { prisma }: PrismaDatabase,
  token: string,
): Promise<{ readonly email: string }> {
  const found = await prisma.passwordReset.findFirst({
    where: { token_hash: secretHash(token), expires_at: { gt: new Date() } },
    select: { user: { select: { email: true } } },
  });
  if (found === null) throw linkEnded();
  return found.user;
}

/** Sets a new password by a link, which ends. All sessions of the person end. Throws AppError link_ended, validation_failed. */
export async function resetPassword(db: PrismaDatabase, token: string, password: string): Promise<void> {
  const { email } = await findReset(db, token);
  const password_hash = await hashPasswordOf(email, password, 'new_password');
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.passwordReset.deleteMany({
      where: { token_hash: secretHash(token), expires_at: { gt: new Date() }, user: { email } },
    });
    if (count === 0) throw linkEnded();
    const { id } = await tx.user.update({ where: { email }, data: { password_hash } });
    await endSessionsOf(tx, id);
    const person = await tx.user.findUniqueOrThrow({ where: { id }, select: PERSON });
    await auditPerson(tx, 'password.change', person, [changedPassword(email)]);
  });
}
