import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an endpoint answered, or why it could not be asked. */
export type Answer =
  | { readonly status: number; readonly body: string; readonly error: null }
  | { readonly status: null; readonly body: null; readonly error: string };

/** How endpoints are reached. */
export interface Reach {
  /** Whether http and addresses that are not public may be called. */
  readonly allowPrivate: boolean;
  /** The addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 10_000;

/** What is kept of an answer. */
const MAX_ANSWER_BYTES = 4096;

/** How a worker reaches endpoints. */
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

/**
 * Posts JSON to an endpoint. Its name is looked up once, and the connection goes to the addresses that were checked: a name
 * that changes its address meanwhile leads nowhere else. A redirect is an answer like others: it is not followed.
 */
export async function callEndpoint(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  reach: Reach,
): Promise<Answer> {
  const signal = AbortSignal.timeout(reach.timeoutMs);
  try {
    const target = new URL(url);
    const addresses = await within(signal, checkedAddresses(target, reach));
    return await post(target, { headers, signal, lookup: pinned(addresses) }, body);
  } catch (error) {
    const failed = signal.aborted ? `no answer within ${reach.timeoutMs / 1000} seconds` : textOf(error);
    return { status: null, body: null, error: failed };
  }
}

/** Throws Refused if the service may not call one of them. */
class Refused extends Error {}

async function checkedAddresses({ protocol, hostname }: URL, reach: Reach): Promise<readonly string[]> {
  if (protocol !== 'https:' && !reach.allowPrivate) throw new Refused('refused: only https is called');
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await reach.resolve(host) : [host];
  if (addresses.length === 0) throw new Refused('host not found');
  if (!reach.allowPrivate && !addresses.every(isPublic))
    throw new Refused('refused: the address is not public');
  return addresses;
}

/** Addresses of the Internet. An IPv4 address inside of an IPv6 one counts as what it is. */
function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Answers with the addresses that were checked, whatever name is looked up. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

function post(target: URL, options: RequestOptions, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    // No agent: a connection is of one call, so none is used again after its address was checked for another.
    const sent = send(target, { ...options, method: 'POST', agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const end = () => {
        const text = Buffer.concat(chunks)
          .subarray(0, MAX_ANSWER_BYTES)
          .toString('utf8')
          .replaceAll('\0', '');
        resolve({ status: response.statusCode!, body: text, error: null });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= MAX_ANSWER_BYTES) end();
      });
      // The status decides, also of an answer that breaks off.
      response.on('end', end).on('error', end).on('close', end);
    });
    sent.on('error', reject);
    sent.end(body);
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
  return error instanceof Refused || code === undefined ? message : `cannot be reached (${code})`;
}
