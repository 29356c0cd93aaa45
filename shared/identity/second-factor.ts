import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import type { SealedPlace } from '../foundation/sealing.ts';
import { type Actor, SERVICE } from './actor.ts';
import { auditPerson, changePerson } from './audit.ts';
import { secretHash } from './secrets.ts';
import {
  endOtherSessions,
  endSessionsOf,
  PERSON,
  type Person,
  type SignedIn,
  usesBreakGlassAccount,
} from './sessions.ts';

/** What an authenticator app calls the service. */
const ISSUER = 'Warehouse routing';

/** RFC 6238, as every authenticator app has it: six digits of SHA-1, a new code each 30 seconds. */
const STEP_SECONDS = 30;
const TOTP_CODE = /^\d{6}$/;

const RECOVERY_CODES = 10;
/** None of them looks like another. They are 32, so that the low five bits of a random byte choose one without a bias. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 80 random bits, so that a hash without salt is enough. */
const RECOVERY_CHARACTERS = 16;

/** All that a person's second factor is, as nobody has it. */
const NONE = {
  second_factor_secret: null,
  second_factor_at: null,
  second_factor_step: 0,
  recovery_hashes: [],
  wrong_codes: 0,
  codes_locked_until: null,
} satisfies Prisma.UserUpdateInput;

/** Notes that a person reads the mails of their address. */
export async function proveEmail(tx: Prisma.TransactionClient, id: number): Promise<void> {
  await tx.user.updateMany({ where: { id, email_proved_at: null }, data: { email_proved_at: new Date() } });
}

/**
 * Turns off a second factor that was set up while nobody knew whether the person has their address: it may be that of somebody
 * else who had the link. An operator's address is known to whoever runs the service.
 */
export async function endUnprovedFactor(tx: Prisma.TransactionClient, id: number): Promise<void> {
  await tx.user.updateMany({ where: { id, is_operator: false, email_proved_at: null }, data: NONE });
}

const placeOfSeed = (user_id: number): SealedPlace => ({
  table: 'users',
  row: user_id,
  column: 'second_factor_secret',
  client_id: null,
});

/** A person's second factor as they see it. */
export async function showSecondFactor({ prisma }: PrismaDatabase, { id }: Pick<Person, 'id'>) {
  const { second_factor_at, recovery_hashes } = await prisma.user.findUniqueOrThrow({
    where: { id },
    select: { second_factor_at: true, recovery_hashes: true },
  });
  return { since: second_factor_at, recovery_codes_left: recovery_hashes.length };
}

/**
 * Makes a new seed, which counts once a code of it is confirmed. Returns the URL that an authenticator app reads, with the
 * seed. Throws AppError already_exists.
 */
export async function beginSecondFactor(
  { prisma, secrets }: PrismaDatabase,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<string> {
  const secret = generateSecret();
  const { count } = await prisma.user.updateMany({
    where: { id, second_factor_at: null },
    data: { second_factor_secret: secrets.seal(secret, placeOfSeed(id)) },
  });
  if (count === 0) throw alreadyOn();
  return generateURI({ issuer: ISSUER, label: email, secret, period: STEP_SECONDS });
}

/**
 * Turns the second factor on by a code of the new seed, and ends the person's other sessions. Returns the recovery codes, of
 * which only hashes are stored. Throws AppError validation_failed, already_exists.
 */
export async function confirmSecondFactor(
  db: PrismaDatabase,
  person: SignedIn,
  who: Actor,
  code: string,
  now: Date,
): Promise<string[]> {
  const { id } = person;
  const { second_factor_secret, second_factor_at } = await db.prisma.user.findUniqueOrThrow({
    where: { id },
  });
  if (second_factor_at !== null) throw alreadyOn();
  const step = second_factor_secret && (await stepOf(db, id, second_factor_secret, plain(code), now));
  if (!step) throw wrongCode('is not the code that the app shows for this seed');
  const codes = newRecoveryCodes();
  await changePerson(db, person, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, second_factor_at: null, second_factor_secret },
      data: {
        second_factor_at: now,
        second_factor_step: step,
        recovery_hashes: hashesOf(codes),
      },
    });
    if (count === 0) throw alreadyOn();
    await endOtherSessions(tx, person);
    await auditPerson(tx, 'second_factor.add', person, who);
  });
  return codes;
}

/** Wrong codes in a row after which codes of the app are refused for an hour. */
const MAX_WRONG_CODES = 10;
const LOCKED_MS = 3_600_000;

/** What a code is. `locked`: codes of the app are refused, and by this one if `isNew`. */
export type TakenCode = 'right' | 'wrong' | { readonly isNew: boolean };

/**
 * Takes a code of a person's app, or a recovery code. It works once: if several send it at once, to any
 * processes, one is right. Ten wrong ones in a row lock codes of the app, not recovery codes. Call it after the right password.
 */
export async function takeCode(
  db: PrismaDatabase,
  person: Person,
  code: string,
  address: string,
  now = new Date(),
): Promise<TakenCode> {
  const { id } = person;
  const typed = plain(code);
  if (!TOTP_CODE.test(typed) && (await takeRecoveryCode(db, id, typed))) return unlock(db, id);
  const open = { id, OR: [{ codes_locked_until: null }, { codes_locked_until: { lte: now } }] };
  if ((await db.prisma.user.count({ where: open })) === 0) return { isNew: false };
  if (TOTP_CODE.test(typed) && (await takeStep(db, id, typed, now))) return unlock(db, id);
  return changePerson(db, person, async (tx) => {
    const { wrong_codes } = await tx.user.update({ where: { id }, data: { wrong_codes: { increment: 1 } } });
    if (wrong_codes < MAX_WRONG_CODES) return 'wrong';
    const codes_locked_until = new Date(now.getTime() + LOCKED_MS);
    await tx.user.update({ where: { id }, data: { wrong_codes: 0, codes_locked_until } });
    const said = { path: 'password', before: null, after: 'was right' };
    await auditPerson(tx, 'second_factor.lock', person, { ...SERVICE, address }, [said]);
    return { isNew: true };
  });
}

async function unlock({ prisma }: PrismaDatabase, id: number): Promise<'right'> {
  const data = { wrong_codes: 0, codes_locked_until: null };
  await prisma.user.updateMany({
    where: { id, OR: [{ wrong_codes: { gt: 0 } }, { codes_locked_until: { not: null } }] },
    data,
  });
  return 'right';
}

async function takeStep(db: PrismaDatabase, id: number, typed: string, now: Date): Promise<boolean> {
  const where = { id, second_factor_at: { not: null } };
  const user = await db.prisma.user.findFirst({ where, select: { second_factor_secret: true } });
  const step = user?.second_factor_secret && (await stepOf(db, id, user.second_factor_secret, typed, now));
  if (!step) return false;
  const { count } = await db.prisma.user.updateMany({
    where: { ...where, second_factor_step: { lt: step } },
    data: { second_factor_step: step },
  });
  return count === 1;
}

async function takeRecoveryCode({ prisma }: PrismaDatabase, id: number, typed: string): Promise<boolean> {
  const hash = secretHash(typed);
  const count = await prisma.$executeRaw`
    UPDATE users SET recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    WHERE id = ${id} AND second_factor_at IS NOT NULL AND ${hash}::bytea = ANY (recovery_hashes)`;
  return count === 1;
}

/** The time step of a code, of the present one and those beside it; null: the code is of none. */
async function stepOf(
  { secrets }: PrismaDatabase,
  id: number,
  sealed: string,
  typed: string,
  now: Date,
): Promise<number | null> {
  if (!TOTP_CODE.test(typed)) return null;
  const secret = secrets.open(sealed, placeOfSeed(id));
  const epoch = Math.floor(now.getTime() / 1000);
  const times = { epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS };
  const result = await verify({ secret, token: typed, ...times });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}

/**
 * Makes new recovery codes in the place of a person's old ones. The caller has taken a code. Throws AppError not_found if
 * there is no second factor any more.
 */
export async function renewRecoveryCodes(db: PrismaDatabase, person: Person, who: Actor): Promise<string[]> {
  const codes = newRecoveryCodes();
  await changePerson(db, person, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: person.id, second_factor_at: { not: null } },
      data: { recovery_hashes: hashesOf(codes) },
    });
    if (count === 0) throw new AppError('not_found', 'You have no second factor.');
    await auditPerson(tx, 'second_factor.renew', person, who);
  });
  return codes;
}

/** Turns a person's own second factor off. The caller has taken a code. */
export async function removeSecondFactor(db: PrismaDatabase, person: Person, who: Actor): Promise<void> {
  if (person.memberships.some((each) => usesBreakGlassAccount(person, each)))
    throw new AppError(
      'forbidden',
      'You get in while the identity provider does not answer, so you need a second factor.',
    );
  await changePerson(db, person, async (tx) => {
    await tx.user.update({ where: { id: person.id }, data: NONE });
    await auditPerson(tx, 'second_factor.remove', person, who);
  });
}

/**
 * Turns off the second factor of somebody who has lost it, and ends their sessions. `client_id`: the account whose owner
 * does it; null: anybody's, from the command line. Only an operator does it for a person of several accounts, because they
 * would lose it in the others too. Throws AppError not_found, forbidden, confirm_again.
 */
export async function resetSecondFactor(
  db: PrismaDatabase,
  who: Actor,
  email: string,
  client_id: number | null,
): Promise<void> {
  const ofAccount = client_id !== null && { memberships: { some: { client_id } } };
  const person = await db.prisma.user.findFirst({ where: { email, ...ofAccount }, select: PERSON });
  if (person === null) throw new AppError('not_found', `There is no user ${email}.`);
  if (person.second_factor_at === null) throw new AppError('not_found', `${email} has no second factor.`);
  if (who.kind === 'token') throw new AppError('forbidden', 'Only a person may reset a second factor.');
  if (who.unconfirmed) throw new AppError('confirm_again');
  if (who.kind === 'user' && who.name === email)
    throw new AppError('forbidden', 'Remove your own second factor with a code, or ask another owner.');
  if (who.kind === 'user' && person.memberships.length > 1)
    throw new AppError(
      'forbidden',
      'Only an operator of the service may reset the second factor of this user.',
    );
  await changePerson(db, person, async (tx) => {
    await tx.user.update({ where: { id: person.id }, data: NONE });
    await endSessionsOf(tx, person.id);
    await auditPerson(tx, 'second_factor.reset', person, who);
  });
}

const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
const hashesOf = (codes: readonly string[]) => codes.map((each) => secretHash(plain(each)));

/** A code in groups of four, as people read and type it. */
function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(RECOVERY_CHARACTERS), (byte) => RECOVERY_ALPHABET[byte % 32]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as it is compared: people type it with blanks and hyphens, and in capitals. */
function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

const alreadyOn = () =>
  new AppError('already_exists', 'You have a second factor. Remove it first, with a code of it.');

/** The refusal of a code in a body. */
export function wrongCode(message = 'is wrong, or was used before'): AppError {
  return validationFailed([{ path: 'code', message }]);
}
