import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type IpRange, parseRange } from '../contracts/ip-range.ts';
import { AppError } from '../foundation/errors/app-error.ts';

/** When a key or token was made, got its present secret, and ends. */
interface Lifetime {
  readonly created_at: Date;
  readonly rolled_at: Date | null;
  readonly expires_at: Date | null;
}

/**
 * The dates of a key or token that gets a new secret now. It lasts as long again as it was made for, counted from now. The
 * secret before it ends after the overlap, and no later than it would have.
 */
export function rolledDates(
  { created_at, rolled_at, expires_at }: Lifetime,
  overlapHours: number,
  now: Date,
) {
  const overlap = new Date(now.getTime() + overlapHours * 3_600_000);
  if (expires_at === null) return { rolled_at: now, expires_at, previous_until: overlap };
  const lifetime = expires_at.getTime() - (rolled_at ?? created_at).getTime();
  return {
    rolled_at: now,
    expires_at: new Date(now.getTime() + lifetime),
    previous_until: expires_at < overlap ? expires_at : overlap,
  };
}

/** Parsed lists, by their text: requests of a key ask for the same one again and again. */
const lists = new LRUCache<string, readonly IpRange[]>({ max: 1000 });

/** Whether an address is in one of the ranges; null: any address is. */
export function isAllowedAddress(address: string, ranges: readonly string[] | null): boolean {
  if (ranges === null) return true;
  if (!ipaddr.isValid(address)) return false;
  const text = ranges.join(' ');
  const parsed = lists.get(text) ?? ranges.map(parseRange).filter((range) => range !== null);
  lists.set(text, parsed);
  const caller = ipaddr.process(address);
  return parsed.some(([range, prefix]) => range.kind() === caller.kind() && caller.match(range, prefix));
}

/** The 403 of a key or token that may not be used from an address. */
export function wrongAddress(address: string): AppError {
  return new AppError('address_not_allowed', `The key may not be used from the address ${address}.`);
}
