import { createHash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { canonicalJson } from '../platform/canonical-json.ts';

const CHARACTERS = 22;

/** The version of what is shown, as an ETag: equal content has an equal one. */
export function etagOf(value: unknown): string {
  return `"${createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, CHARACTERS)}"`;
}

/** Throws AppError precondition_failed if `ifMatch`, the header of that name, names other versions than `etag`. */
export function assertMatches(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const named = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (!named.includes(etag)) throw new AppError('precondition_failed');
}
