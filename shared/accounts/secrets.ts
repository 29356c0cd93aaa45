import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '../db/generated/enums.ts';

const SHAPE = /^wrs_(test|live|account)_[A-Za-z0-9_-]{43}$/;
/** Characters behind the ones that are shown so that people can tell secrets apart. */
const HIDDEN_LENGTH = 35;

/** A new secret of an API key or an account token: `wrs_test_` and 32 random bytes in base64url. */
export function newSecret(kind: Environment | 'account') {
  const secret = `wrs_${kind}_${randomBytes(32).toString('base64url')}`;
  return { secret, prefix: secret.slice(0, -HIDDEN_LENGTH), hash: secretHash(secret) };
}

/** Whether a text has the form of a secret of this service. */
export function looksLikeSecret(value: string): boolean {
  return SHAPE.test(value);
}

/** A text for a log: secrets of this service in it, for example in the query of an address, end after their kind. */
export function hideSecrets(text: string): string {
  return text.replaceAll(/(wrs_(?:test|live|account)_)[A-Za-z0-9_-]+/g, '$1…');
}

/** The hash of a secret, which is stored. 256 random bits need no salt and no slow hash. */
export function secretHash(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret).digest();
}
