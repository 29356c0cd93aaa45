import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import type { Database, PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Mailer } from '../foundation/mailer.ts';
import { Seats } from '../foundation/seats.ts';
import { whileAway } from '../foundation/uses.ts';
import { codesLockedMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { takeCode } from './second-factor.ts';
import { PERSON, type Person } from './sessions.ts';

/** What a person sends, and their address. */
interface PasswordAttempt {
  readonly email: string;
  readonly password: string;
  /** The caller's IP address. */
  readonly address: string;
}

/** The same for a sign-in. */
interface SignInAttempt extends PasswordAttempt {
  /** Of the second factor. */
  readonly code?: string | undefined;
}

/** What an attempt was. */
export interface CheckedAttempt {
  /** Whose address was sent; null: nobody's. */
  readonly account: Person | null;
  /** The person who is signed in: `account`, or null if the attempt failed. */
  readonly user: Person | null;
  /** The password is right, and a code is needed that was not sent. */
  readonly isChallenge?: boolean;
  /** The refusal of one that failed. */
  readonly refusal: AppError;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs people in, with the same limits on every page. */
export function createSignIn(
  db: PrismaDatabase,
  { mailer, ...store }: SignInStore & { readonly mailer: Mailer | null },
) {
  const { prisma } = db;
  const limits = new SignInLimits(store);
  const queue = new SignInQueue();
  let unusedHash: Promise<string> | undefined;

  async function checkPassword(email: string, password: string): Promise<CheckedAttempt> {
    // PostgreSQL takes no NUL in a text, so no user has such an address.
    const found = email.includes('\0')
      ? null
      : await prisma.user.findUnique({ where: { email }, select: { ...PERSON, password_hash: true } });
    unusedHash ??= hashPassword('no user has this password');
    const hashOfNobody = await unusedHash;
    const { password_hash = hashOfNobody, ...person } = found ?? {};
    const matches = await verifyPassword(password, password_hash);
    const account = found && (person as Person);
    return { account, user: matches ? account : null, refusal: new AppError('sign_in_failed') };
  }

  /** The same attempt with a code of the second factor, if the person has one. */
  async function withSecondFactor(
    checked: CheckedAttempt,
    code: string | undefined,
    address: string,
  ): Promise<CheckedAttempt> {
    const { user } = checked;
    if (user === null || user.second_factor_at === null) return checked;
    const failed = { ...checked, user: null };
    if (code === undefined)
      return { ...failed, isChallenge: true, refusal: new AppError('second_factor_required') };
    const taken = await takeCode(db, user, code, address);
    if (taken === 'right') return checked;
    if (taken !== 'wrong' && taken.isNew) mailer?.send(codesLockedMail(user.email));
    const words = taken === 'wrong' ? WRONG_CODE : LOCKED;
    return { ...failed, refusal: new AppError('second_factor_required', words) };
  }

  /**
   * Does a check in its turn, and counts it as a failure of the address from its network if it fails.
   * Throws AppError: rate_limited after too many failures, unavailable if too many sign in at once.
   */
  async function inTurn(
    { email, address }: Pick<PasswordAttempt, 'email' | 'address'>,
    check: (account: string) => Promise<CheckedAttempt>,
  ): Promise<CheckedAttempt> {
    const account = email.trim().toLowerCase();
    const network = networkOf(address);
    const caller = { account, network, isKnown: await limits.isKnown(account, network) };
    // Counted in its turn: many at once would hold the pool's connections, each waiting to count on the same rows.
    return queue.run(caller, async () => {
      await limits.begin(caller);
      let failed = false;
      try {
        const checked = await check(account);
        failed = checked.user === null;
        if (!failed) await limits.know(account, network);
        return checked;
      } finally {
        if (!failed) await limits.uncount(caller);
      }
    });
  }

  return {
    /**
     * Checks an address, a password and the code of somebody who has a second factor. An unknown address takes the same
     * time, so that a caller does not learn which addresses exist. A right password without a code counts as a failure.
     * Throws what `inTurn` throws.
     */
    attempt({ password, code, ...sent }: SignInAttempt): Promise<CheckedAttempt> {
      return inTurn(sent, async (email) =>
        withSecondFactor(await checkPassword(email, password), code, sent.address),
      );
    },

    /** Checks the password of somebody who is signed in. Throws the same. */
    checkOwnPassword({ password, ...sent }: PasswordAttempt): Promise<CheckedAttempt> {
      return inTurn(sent, (email) => checkPassword(email, password));
    },

    /** Counts a link that somebody asks for by mail. Throws AppError rate_limited. */
    countMail(address: string): Promise<void> {
      return limits.countMail(networkOf(address));
    },

    /** Checks a code of the second factor of somebody who is signed in. Throws the same. */
    checkOwnCode(person: Person, code: string, address: string): Promise<CheckedAttempt> {
      const checked = { account: person, user: person, refusal: new AppError('second_factor_required') };
      return inTurn({ email: person.email, address }, async () =>
        person.second_factor_at === null
          ? { ...checked, user: null }
          : withSecondFactor(checked, code, address),
      );
    },

    /** Counts a visit to a provider as a failure of its network, until `uncountVisit`. Throws AppError rate_limited. */
    countVisit: (address: string) => limits.beginVisit(networkOf(address)),
    uncountVisit: (address: string) => limits.endVisit(networkOf(address)),
  };
}

const WRONG_CODE = 'The code is wrong, or was used before. Wait for the next one.';
const LOCKED = 'Too many wrong codes: for an hour only a recovery code works.';

/**
 * Checks of a network, or of an account, that may wait. A check takes some 0.3 s. It is as many as the failures that an account
 * may have from a network, because a check that is refused for lack of a seat does not count as a failure.
 */
const WAITING = 10;

/** All networks from which nobody has signed in to the account that they ask for: one owner, beside each known network. */
const STRANGERS = 'strangers';

/**
 * Checks passwords one after another, because a check takes a core and one of Node's few pool threads for a while.
 * Known networks take turns with one another and with all strangers together; strangers take turns by network. So strangers,
 * however many, delay a person at a known network by every other check. An account has one check at a time.
 */
export class SignInQueue {
  readonly #checks = new Seats<string>({ atOnce: 1, waitingOfOwner: WAITING });
  readonly #strangers = new Seats<string>({ atOnce: 1, waitingOfOwner: WAITING });
  readonly #ofAccount = new Seats<string>({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfOwner: 1,
    waitingOfOwner: WAITING,
  });

  /** Runs a check when its turn comes. Throws AppError unavailable if too many of its network, or on its account, wait. */
  async run<T>({ account, network, isKnown }: SignInCaller, check: () => Promise<T>): Promise<T> {
    const inTurn = isKnown
      ? () => this.#checks.run(network, check)
      : () => this.#strangers.run(network, () => this.#checks.run(STRANGERS, check));
    // Strangers do not take the seats of the people whose account it is.
    const owner = JSON.stringify(isKnown ? [account, network] : [account]);
    try {
      return await whileAway(() => this.#ofAccount.run(owner, inTurn));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error;
      throw new AppError('unavailable', 'Too many people are signing in. Try again in a few seconds.', {
        cause: error,
      });
    }
  }
}

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
  readonly redis: Redis | null;
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

  /** Counts an attempt as a failure until `uncount`, so that many attempts at once also count. Throws AppError rate_limited. */
  async begin({ account, network, isKnown }: SignInCaller): Promise<void> {
    await consume(this.#ofAccount, keyOf(account, network));
    await consume(this.#ofNetwork, keyOf(network));
    if (!isKnown) await consume(this.#ofStrangers, keyOf(account));
  }

  /** Counts a mail that a network asks for. Throws AppError rate_limited. */
  async countMail(network: string): Promise<void> {
    await consume(this.#mails, keyOf(network), 'Too many mails were asked for.');
  }

  /** Counts a visit to a provider as a failure until `endVisit`. Throws AppError rate_limited. */
  async beginVisit(network: string): Promise<void> {
    await consume(this.#ofNetwork, keyOf(network));
  }

  /** Takes back a visit that did not fail. */
  async endVisit(network: string): Promise<void> {
    await this.#ofNetwork.reward(keyOf(network));
  }

  /** Takes back an attempt that did not fail. */
  async uncount({ account, network, isKnown }: SignInCaller): Promise<void> {
    await Promise.all([
      this.#ofAccount.reward(keyOf(account, network)),
      this.#ofNetwork.reward(keyOf(network)),
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

/** Counts one. Throws AppError rate_limited. */
async function consume(
  limit: RateLimiterStoreAbstract,
  key: string,
  sentence = 'Too many failed attempts.',
): Promise<void> {
  await limit.consume(key).catch((refusal) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1000);
    const wait = `Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
    throw new AppError('rate_limited', `${sentence} ${wait}`, { retryAfterSeconds });
  });
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
