import { isIP } from 'node:net';
import { z } from 'zod';

/** Trusted proxies: their number, their addresses with commas in between, or false for none. */
type TrustProxy = false | number | string;

/**
 * The value for Fastify's `trustProxy`. A number becomes a function, because Fastify ignores a number: a caller that
 * reaches the service without the proxies could forge the header.
 */
export function fastifyTrust(
  trust: TrustProxy,
): false | string | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** Names of address ranges that Fastify knows. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

const MAX_HOPS = 100;

/**
 * The variable TRUST_PROXY. `true` is refused: it would trust the first address of X-Forwarded-For, which the caller
 * writes.
 */
export const trustProxy = z.string().transform((text, context): TrustProxy => {
  if (text === 'false') return false;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_HOPS) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => !RANGES.has(address) && !isAddress(address));
  if (wrong === undefined) return addresses.join(',');
  context.addIssue({
    code: 'custom',
    message:
      `must be false, the number of proxies (1 to ${MAX_HOPS}), or their addresses with commas in between ` +
      `(IP, IP/bits, ${[...RANGES].join(', ')}); ${JSON.stringify(wrong)} is none of these`,
  });
  return z.NEVER;
});

/** An IP address, or a range of them as address/bits. */
function isAddress(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
