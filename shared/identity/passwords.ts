import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead } from 'cockatiel';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { passwordFault } from '../foundation/password-fault.ts';
import { type Actor, SERVICE } from './actor.ts';
import { auditPerson, changedPassword, changePerson, personAt } from './audit.ts';
import { findLink, linkEnd, makeLink, takeLink } from './links.ts';
import { endUnprovedFactor, proveEmail } from './second-factor.ts';
import { endSessionsOf, PERSON, type Person } from './sessions.ts';

/**
 * What a hash costs: OWASP's setting for 32 MB. Each hash contains it, so it can be raised for new hashes. Tests of other
 * things lower it (shared/testing/cheap-passwords.ts).
 */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** Hashes a password for storage: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = PASSWORD_COST;
  const key = await derive(password, salt, KEY_BYTES, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * The same for a person who gets the password. Throws AppError validation_failed, with its fault at `path`, if others would try
 * it first.
 */
export async function hashPasswordOf(email: string, password: string, path: string): Promise<string> {
  const message = passwordFault(email, password);
  if (message !== null) throw validationFailed([{ path, message }]);
  return hashPassword(password);
}

/** Whether `password` is the one that `hash` was made from. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected);
}

/** Two at once, of Node's four pool threads: the others are for names of hosts, files and bodies. */
const atOnce = bulkhead(2, Number.POSITIVE_INFINITY);

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, bytes: number, cost: typeof PASSWORD_COST): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  // Keyboards may send the same letter composed or decomposed.
  return atOnce.execute(() => scryptKey(password.normalize('NFKC'), salt, bytes, options));
}

/**
 * Changes a person's own password. The caller has checked the present one. Ends all sessions of the person. Throws AppError
 * validation_failed.
 */
export async function changeOwnPassword(
  db: PrismaDatabase,
  person: Person,
  who: Actor,
  password: string,
): Promise<void> {
  const { id, email } = person;
  const password_hash = await hashPasswordOf(email, password, 'new_password');
  await changePerson(db, person, async (tx) => {
    await tx.user.update({ where: { id }, data: { password_hash } });
    await endSessionsOf(tx, id);
    await auditPerson(tx, 'password.change', person, who, [changedPassword(email)]);
  });
}

/** Nobody's mailbox is flooded by people who ask for links in their name. */
const MAILED_EVERY_MS = 5 * 60_000;

/**
 * Makes the token of a link by which a person sets a new password. The link before ends. Only the person may get it, or
 * somebody at the service's machine, who mails it (`mailed`) or hands it over. If the person's address was never proved,
 * their second factor ends. Throws AppError not_found.
 */
export async function newResetToken(
  db: PrismaDatabase,
  who: Actor,
  email: string,
  mailed = false,
): Promise<string> {
  const person = await db.prisma.user.findUnique({ where: { email }, select: PERSON });
  if (person === null) throw new AppError('not_found', `There is no user ${email}.`);
  return changePerson(db, person, async (tx) => {
    await endUnprovedFactor(tx, person.id);
    return resetToken(tx, person, who, mailed);
  });
}

/**
 * The same for somebody at an IP address who says that they forgot their password: the link is mailed. null: nobody has the
 * address, or a link was made for it in the last minutes, which works.
 */
export async function newForgottenToken(
  db: PrismaDatabase,
  email: string,
  address: string,
): Promise<string | null> {
  const person = await db.prisma.user.findUnique({ where: { email }, select: PERSON });
  if (person === null) return null;
  return changePerson(db, person, async (tx) => {
    const { reset } = await tx.user.findUniqueOrThrow({ where: { id: person.id }, select: { reset: true } });
    const isFresh = (reset?.expires_at.getTime() ?? 0) > linkEnd('reset').getTime() - MAILED_EVERY_MS;
    return isFresh ? null : resetToken(tx, person, { ...SERVICE, address }, true);
  });
}

async function resetToken(
  tx: Prisma.TransactionClient,
  person: Person,
  who: Actor,
  mailed: boolean,
): Promise<string> {
  const token = await makeLink(tx, { kind: 'reset', user_id: person.id, email: person.email, mailed });
  await auditPerson(tx, 'password.reset', person, who);
  return token;
}

/**
 * Sets a new password by a link that somebody at an IP address has, and ends the link and all sessions of the person. A mailed
 * link proves their address; a second factor from before that ends. Throws AppError link_ended, validation_failed.
 */
export async function resetPassword(
  db: PrismaDatabase,
  token: string,
  password: string,
  address: string,
): Promise<void> {
  const { email } = await findLink(db, 'reset', token);
  const password_hash = await hashPasswordOf(email, password, 'new_password');
  const found = await db.prisma.user.findUniqueOrThrow({ where: { email }, select: PERSON });
  const { id } = found;
  await changePerson(db, found, async (tx) => {
    const { mailed } = await takeLink(tx, 'reset', token);
    await tx.user.update({ where: { id }, data: { password_hash } });
    if (mailed) {
      await endUnprovedFactor(tx, id);
      await proveEmail(tx, id);
    }
    await endSessionsOf(tx, id);
    const person = await tx.user.findUniqueOrThrow({ where: { id }, select: PERSON });
    await auditPerson(tx, 'password.change', person, personAt(person, address), [changedPassword(email)]);
  });
}

/**
 * Makes the operator that the environment names, if there is none. An operator who was removed does not come back while there
 * is another, and a password that was changed later is not set back. Any number of processes may call it at once.
 */
export async function ensureFirstOperator(
  { prisma }: PrismaDatabase,
  operator: { readonly email: string; readonly password: string },
): Promise<void> {
  const email = operator.email.toLowerCase();
  if ((await prisma.user.count({ where: { is_operator: true } })) > 0) return;
  const password_hash = await hashPassword(operator.password);
  await prisma.user.createMany({ data: { email, is_operator: true, password_hash }, skipDuplicates: true });
}
