import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '../db/generated/enums.ts';

/** `v2_` is the form's version; six characters of a checksum come last. Secrets of the first form have neither. */
const SHAPE = /^(wrs_(?:test|live|account)_)(?:[A-Za-z0-9_-]{43}|v2_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6})$/;
const SECOND_FORM = /^wrs_(?:test|live|account)_v2_.{49}$/;
const CHECKSUM_LENGTH = 6;
/** Characters behind the ones that are shown so that people can tell secrets apart. */
const HIDDEN_LENGTH = 35 + CHECKSUM_LENGTH;

/** A new secret of an API key or an account token: `wrs_test_v2_`, 32 random bytes in base64url, and their checksum. */
export function newSecret(kind: Environment | 'account') {
  const text = `wrs_${kind}_v2_${randomBytes(32).toString('base64url')}`;
  const secret = text + checksumOf(text);
  return { secret, prefix: secret.slice(0, -HIDDEN_LENGTH), hash: secretHash(secret) };
}

/** Whether a text has the form of a secret of this service. A mistyped one of the second form does not. */
export function looksLikeSecret(value: string): boolean {
  if (!SHAPE.test(value)) return false;
  const text = value.slice(0, -CHECKSUM_LENGTH);
  return !SECOND_FORM.test(value) || value === text + checksumOf(text);
}

/** CRC-32 in base 62, as other services write it too, so that scanners of sources know what to compute. */
function checksumOf(text: string): string {
  const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let digits = '';
  for (let rest = crc32(text), n = 0; n < CHECKSUM_LENGTH; n += 1, rest = Math.floor(rest / 62))
    digits = DIGITS[rest % 62]! + digits;
  return digits;
}

/** A text for a log: secrets of this service in it, for example in the query of an address, end after their kind,
 * and what a provider of single sign-on has sent is left out. */
export function hideSecrets(text: string): string {
  return text
    .replaceAll(/(wrs_(?:test|live|account)_)[A-Za-z0-9_-]+/g, '$1…')
    .replace(/(\/sso\/callback\?).*/, '$1…');
}

/** The hash of a secret, which is stored. 256 random bits need no salt and no slow hash. */
export function secretHash(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret).digest();
}
