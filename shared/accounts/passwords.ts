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
