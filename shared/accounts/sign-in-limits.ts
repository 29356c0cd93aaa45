import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { RedisClient } from '../foundation/redis.ts';

const WINDOW_SECONDS = 15 * 60;
/** Failures of one account from one network, so that attempts from elsewhere do not lock a person out. */
const FAILURES_OF_ACCOUNT = 10;
/** Failures of one network with any accounts, so that it cannot try the same password on all of them. */
const FAILURES_OF_NETWORK = 100;

/**
 * Failures of one account from all networks where nobody has signed in to it lately: so many guesses are possible, however
 * many networks somebody has. For the rest of the window only known networks are let in.
 */
const FAILURES_OF_STRANGERS = 100;
/** A network is known to an account for so long after a sign-in. */
const KNOWN_SECONDS = 21 * 24 * 60 * 60;

/** Mails to people that a network may ask for. */
const MAILS_OF_NETWORK = 20;

const TABLE = 'sign_in_attempts';

/** The store that counts attempts for all processes: Redis, or PostgreSQL if there is no Redis. */
export interface SignInStore {
  readonly pool: Database['pool'];
  readonly redis: RedisClient | null;
  /** Begins the names of keys in Redis. */
  readonly prefix: string;
}

/** Who wants to sign in, and from where. */
export interface SignInCaller {
  /** The e-mail address. */
  readonly account: string;
  readonly network: string;
  /** Whether the account has lately been signed in to from this network. */
  readonly isKnown: boolean;
}

/** Counts failed sign-ins by account and network together, by network, and by account where the network is not known. */
export class SignInLimits {
  readonly #ofAccount: RateLimiterStoreAbstract;
  readonly #ofNetwork: RateLimiterStoreAbstract;
  readonly #ofStrangers: RateLimiterStoreAbstract;
  readonly #known: RateLimiterStoreAbstract;
  readonly #mails: RateLimiterStoreAbstract;

  constructor(store: SignInStore) {
    this.#ofAccount = limiter(store, 'account', FAILURES_OF_ACCOUNT);
    this.#ofNetwork = limiter(store, 'network', FAILURES_OF_NETWORK);
    this.#ofStrangers = limiter(store, 'strangers', FAILURES_OF_STRANGERS);
    this.#known = limiter(store, 'known', 1, KNOWN_SECONDS);
    this.#mails = limiter(store, 'mails', MAILS_OF_NETWORK);
  }

  /** Whether the account has lately been signed in to from this network. */
  async isKnown(account: string, network: string): Promise<boolean> {
    return (await this.#known.get(keyOf(account, network))) !== null;
  }

  /** Counts an attempt as a failure until `takeBack`, so that many attempts at once also count. Throws AppError rate_limited. */
  async begin({ account, network, isKnown }: SignInCaller): Promise<void> {
    try {
      await this.#ofAccount.consume(keyOf(account, network));
      await this.#ofNetwork.consume(network);
      if (!isKnown) await this.#ofStrangers.consume(keyOf(account));
    } catch (refusal) {
      throw refusedBy(refusal, 'Too many failed attempts.');
    }
  }

  /** Counts a mail that a network asks for. Throws AppError rate_limited. */
  async countMail(network: string): Promise<void> {
    try {
      await this.#mails.consume(network);
    } catch (refusal) {
      throw refusedBy(refusal, 'Too many mails were asked for.');
    }
  }

  /** Takes back an attempt that did not fail. */
  async takeBack({ account, network, isKnown }: SignInCaller): Promise<void> {
    await Promise.all([
      this.#ofAccount.reward(keyOf(account, network)),
      this.#ofNetwork.reward(network),
      isKnown ? null : this.#ofStrangers.reward(keyOf(account)),
    ]);
  }

  /** Remembers that somebody has signed in to an account from a network. */
  async know(account: string, network: string): Promise<void> {
    await this.#known.set(keyOf(account, network), 1, KNOWN_SECONDS);
  }
}

/** The network of an address: an IPv4 address itself; for IPv6 its /64, which usually belongs to one caller. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6
    ? ip.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : ip.toString();
}

/** The refusal of a limiter as an AppError; another failure as it is. */
function refusedBy(refusal: unknown, sentence: string): unknown {
  if (!(refusal instanceof RateLimiterRes)) return refusal;
  const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
  const wait = `Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
  return new AppError('rate_limited', `${sentence} ${wait}`, { retryAfterSeconds });
}

/** A hash, so that keys have a fixed length and the store is no list of e-mail addresses. */
function keyOf(...of: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url');
}

function limiter(
  { pool, redis, prefix }: SignInStore,
  name: string,
  points: number,
  duration = WINDOW_SECONDS,
): RateLimiterStoreAbstract {
  const limit = { points, duration };
  if (redis === null) {
    // Pruning deletes what has expired.
    const table = { tableName: TABLE, tableCreated: true, clearExpiredByTimeout: false };
    return new RateLimiterPostgres({
      ...limit,
      ...table,
      keyPrefix: name,
      storeClient: pool,
      storeType: 'pool',
    });
  }
  const keyPrefix = `${prefix}:sign-in-${name}`;
  return new RateLimiterRedis({
    ...limit,
    keyPrefix,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ ...limit, keyPrefix }), // counts while Redis cannot be reached
  });
}
