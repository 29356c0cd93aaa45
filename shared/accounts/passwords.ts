import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bulkhead } from 'cockatiel';
import { validationFailed } from '../foundation/errors/faults.ts';
import { passwordFault } from '../foundation/password-fault.ts';

/**
 * What a hash costs: OWASP's setting for 32 MB. Each hash contains it, so it can be raised for new hashes. Tests of other
 * things lower it (shared/testing/cheap-passwords.ts).
 */
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/**
 * Hashes a password for storage: `scrypt$N$r$p$salt$key`, salt and key in base64url. `like` is another hash of the same
 * address: with its salt and cost, one check is enough for both (`findMatch`).
 */
export async function hashPassword(password: string, like?: string): Promise<string> {
  const { N, r, p } = PASSWORD_COST;
  const form =
    like === undefined ? ['scrypt', N, r, p, randomBytes(16).toString('base64url')].join('$') : formOf(like);
  return `${form}$${(await keyIn(form, password)).toString('base64url')}`;
}

/**
 * The same for a person who gets the password. Throws AppError validation_failed, with its fault at `path`, if others would try
 * it first.
 */
export async function hashPasswordOf(
  email: string,
  password: string,
  path: string,
  like?: string,
): Promise<string> {
  const message = passwordFault(email, password);
  if (message !== null) throw validationFailed([{ path, message }]);
  return hashPassword(password, like);
}

/** Whether `password` is the one that `hash` was made from. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return (await findMatch(password, [hash])) === 0;
}

/** The place of the first hash that `password` was made from; -1: of none. Hashes of one salt take as long as one. */
export async function findMatch(password: string, hashes: readonly string[]): Promise<number> {
  const keys = new Map<string, Buffer>();
  const known = new Set(hashes.map(formOf).filter((form) => form.startsWith('scrypt$')));
  for (const form of known) keys.set(form, await keyIn(form, password));
  return hashes.findIndex((hash) => {
    const key = keys.get(formOf(hash));
    const expected = Buffer.from(hash.slice(formOf(hash).length + 1), 'base64url');
    return key !== undefined && timingSafeEqual(key, expected);
  });
}

/** What of a hash stands before its key. */
function formOf(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$'));
}

/** The key of a password by the cost and the salt of a form. */
function keyIn(form: string, password: string): Promise<Buffer> {
  const [, N, r, p, salt] = form.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return derive(password, Buffer.from(salt!, 'base64url'), KEY_BYTES, cost);
}

/** Two at once, of Node's four pool threads: the others are for names of hosts, files and bodies. */
const atOnce = bulkhead(2, Number.POSITIVE_INFINITY);

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, bytes: number, cost: typeof PASSWORD_COST): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * cost.N * cost.r };
  // Keyboards may send the same letter composed or decomposed.
  return atOnce.execute(() => scryptKey(password.normalize('NFKC'), salt, bytes, options));
}
