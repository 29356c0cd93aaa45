import type { PrismaDatabase } from '../db/database.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { PERSON, type Person } from './person.ts';
import { networkOf, SignInLimits, type SignInStore } from './sign-in-limits.ts';
import { SignInQueue } from './sign-in-queue.ts';

/** What a person sends, and their address. */
interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** The caller's IP address. */
  readonly address: string;
}

/** What an attempt was. */
interface CheckedAttempt {
  /** Whose address was sent; null: nobody's. */
  readonly account: Person | null;
  /** Who is signed in by it: the same, or null if the password is wrong. */
  readonly user: Person | null;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs people in, with the same limits on every page. */
export function createSignIn({ prisma, ...store }: SignInStore & PrismaDatabase) {
  const limits = new SignInLimits(store);
  const queue = new SignInQueue();
  let unusedHash: Promise<string> | undefined;

  async function check(email: string, password: string): Promise<CheckedAttempt> {
    // PostgreSQL takes no NUL in a text, so no user has such an address.
    const found = email.includes('\0')
      ? null
      : await prisma.user.findUnique({ where: { email }, select: { ...PERSON, password_hash: true } });
    unusedHash ??= hashPassword('no user has this password');
    const hashOfNobody = await unusedHash;
    const { password_hash = hashOfNobody, ...person } = found ?? {};
    const matches = await verifyPassword(password, password_hash);
    const account = found && (person as Person);
    return { account, user: matches ? account : null };
  }

  return {
    /**
     * Checks an address and a password. An unknown address takes the same time, so that a caller does not learn which
     * addresses exist.
     * Throws AppError: rate_limited after too many failures, unavailable if too many sign in at once.
     */
    async attempt({ password, address, ...sent }: SignInAttempt): Promise<CheckedAttempt> {
      const email = sent.email.trim().toLowerCase();
      const network = networkOf(address);
      const caller = { account: email, network, isKnown: await limits.isKnown(email, network) };
      // Counted in its turn: many at once would hold the pool's connections, each waiting to count on the same rows.
      return queue.run(caller, async () => {
        await limits.begin(caller);
        let failed = false;
        try {
          const checked = await check(email, password);
          failed = checked.user === null;
          if (!failed) await limits.know(email, network);
          return checked;
        } finally {
          if (!failed) await limits.takeBack(caller);
        }
      });
    },
  };
}
