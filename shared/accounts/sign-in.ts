import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { PERSON, type Person } from './person.ts';
import { takeCode } from './second-factor.ts';
import { networkOf, SignInLimits, type SignInStore } from './sign-in-limits.ts';
import { SignInQueue } from './sign-in-queue.ts';

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
  /** Who is signed in by it: the same, or null if it failed. */
  readonly user: Person | null;
  /** The password is right, and a code is needed that was not sent. */
  readonly isChallenge?: boolean;
  /** The refusal of one that failed. */
  readonly refusal: AppError;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs people in, with the same limits on every page. */
export function createSignIn({ prisma, secrets, ...store }: SignInStore & PrismaDatabase) {
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

  /** The same attempt with the second factor, if the person has one. */
  async function withSecondFactor(
    checked: CheckedAttempt,
    code: string | undefined,
  ): Promise<CheckedAttempt> {
    const { user } = checked;
    if (user === null || user.second_factor_at === null) return checked;
    const failed = { ...checked, user: null };
    if (code === undefined)
      return { ...failed, isChallenge: true, refusal: new AppError('second_factor_required') };
    if (await takeCode({ prisma, secrets }, user.id, code, new Date())) return checked;
    return { ...failed, refusal: new AppError('second_factor_required', WRONG_CODE) };
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
        if (!failed) await limits.takeBack(caller);
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
      return inTurn(sent, async (email) => withSecondFactor(await checkPassword(email, password), code));
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
      return inTurn({ email: person.email, address }, async () => {
        const isTheirs = await takeCode({ prisma, secrets }, person.id, code, new Date());
        const refusal = new AppError('second_factor_required', WRONG_CODE);
        return { account: person, user: isTheirs ? person : null, refusal };
      });
    },
  };
}

const WRONG_CODE = 'The code is wrong, or was used before. Wait for the next one.';
