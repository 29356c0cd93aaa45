import { randomBytes } from 'node:crypto';
import { AppError } from '../foundation/errors/app-error.ts';
import { secretHash } from './secrets.ts';

/** Days that an invitation can be accepted. */
const INVITATION_DAYS = 7;
/** Hours that a reset link can be used. */
const RESET_HOURS = 1;

/** A page of the console that a link opens. */
type LinkPage = 'invitation' | 'reset';

/** The token of a link: 256 random bits, of which only the hash is stored. */
export function newLinkToken(): { readonly token: string; readonly hash: Buffer<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: secretHash(token) };
}

/**
 * A link for a person. Its token stands behind `#`, so that no browser sends it and no log has it. Throws AppError
 * no_public_url: the Host of a request is what its caller says, so a link is never made from that.
 */
export function linkTo(public_url: string | null, page: LinkPage, token: string): string {
  if (public_url === null) throw new AppError('no_public_url');
  return `${public_url.replace(/\/+$/, '')}/${page}#${token}`;
}

/** When a link that is made now ends. */
export function linkEnd(page: LinkPage): Date {
  const hours = page === 'reset' ? RESET_HOURS : 24 * INVITATION_DAYS;
  return new Date(Date.now() + hours * 3_600_000);
}

/** The refusal of a link that was used, was replaced by another one, or has ended. */
export function linkEnded(): AppError {
  return new AppError('link_ended');
}
