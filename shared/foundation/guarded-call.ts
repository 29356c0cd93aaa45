import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How addresses are reached that clients have chosen. */
export interface Reach {
  /** Whether http and addresses that are not public may be called. */
  readonly allowPrivate: boolean;
  /** The addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 10_000;

/** How a process reaches them. */
export function reachOf(allowPrivate: boolean): Reach {
  return { allowPrivate, resolve: allowPrivate ? resolveHere : resolvePublic, timeoutMs: TIMEOUT_MS };
}

/** By the machine: with its hosts file. */
async function resolveHere(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** By DNS alone, and without the threads of `lookup`, so that names which are not answered for delay no others. */
async function resolvePublic(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** What is sent. */
interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Sends a request, and returns what `read` makes of the answer. The name is looked up once, and the connection goes to the
 * addresses that were checked: a later change of the name has no effect. Redirects are
 * not followed. Throws an error whose message is for the person who chose the address.
 */
export async function callGuarded<T>(
  url: string,
  sent: Sent,
  reach: Reach,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(reach.timeoutMs);
  try {
    const target = new URL(url);
    const addresses = await within(signal, checkedAddresses(target, reach));
    return await send(target, sent, { signal, lookup: pinned(addresses) }, read);
  } catch (error) {
    throw new Error(signal.aborted ? `no answer within ${reach.timeoutMs / 1000} seconds` : textOf(error), {
      cause: error,
    });
  }
}

async function checkedAddresses({ protocol, hostname }: URL, reach: Reach): Promise<readonly string[]> {
  if (protocol !== 'https:' && !reach.allowPrivate) throw new Error('refused: only https is called');
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await reach.resolve(host) : [host];
  if (addresses.length === 0) throw new Error('host not found');
  if (!reach.allowPrivate && !addresses.every(isPublic))
    throw new Error('refused: the address is not public');
  return addresses;
}

/** Public addresses at which cloud platforms serve their own machines: of Azure, Google, IBM and Tencent. */
const OF_PLATFORMS = [
  ...['168.63.129.16/32', '199.36.153.4/30', '199.36.153.8/30', '2600:2d00:2:2000::/64'],
  ...['161.26.0.0/16', '166.8.0.0/14', '183.60.82.98/32', '183.60.83.19/32'],
].map((range) => ipaddr.parseCIDR(range));

/** Addresses of the Internet. An IPv4 address inside of an IPv6 one counts as what it is. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return (
    ip.range() === 'unicast' &&
    !OF_PLATFORMS.some((range) => ip.kind() === range[0].kind() && ip.match(range))
  );
}

/** Answers with the addresses that were checked, whatever name is looked up. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

function send<T>(
  target: URL,
  { body, ...sent }: Sent,
  options: RequestOptions,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
    // No agent: a connection is of one call, so none is used again after its address was checked for another.
    const call = request(target, { ...options, ...sent, agent: false }, (answer) => {
      read(answer)
        .then(resolve, reject)
        .finally(() => call.destroy());
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Rejects when the signal aborts, because a look-up takes no signal. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

function textOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `cannot be reached (${code})`;
}
