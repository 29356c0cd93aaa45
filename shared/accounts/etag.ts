import { createHash } from 'node:crypto';
import { canonicalJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';

const CHARACTERS = 22;

/** The ETag of a value. Equal values have equal ETags. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, CHARACTERS)}"`;
}

/** Throws AppError precondition_failed if the header If-Match names only other versions than `etag`. */
export function assertMatches(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (!named.includes(etag)) throw new AppError('precondition_failed');
}
