import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '../db/generated/enums.ts';

const SHAPE = /^wrs_(test|live)_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 'wrs_live_'.length + 8;

/** A new secret: `wrs_test_` or `wrs_live_` and 32 random bytes in base64url. */
export function newSecret(environment: Environment): string {
  return `wrs_${environment}_${randomBytes(32).toString('base64url')}`;
}

/** Whether a text has the form of a secret of this service. */
export function looksLikeSecret(value: string): boolean {
  return SHAPE.test(value);
}

/** The hash of a secret, which is stored. 256 random bits need no salt and no slow hash. */
export function secretHash(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret).digest();
}

/** The first characters, which are shown so that people can tell keys apart. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}
