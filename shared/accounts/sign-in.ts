import type { PrismaDatabase } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { networkOf, SignInLimits, type SignInStore } from './sign-in-limits.ts';
import { SignInQueue } from './sign-in-queue.ts';

/** What a person sends, and their address. */
interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  /** The caller's IP address. */
  readonly address: string;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs people in, with the same limits on every page. */
export function createSignIn({ prisma, ...store }: SignInStore & PrismaDatabase) {
  const limits = new SignInLimits(store);
  const queue = new SignInQueue();
  let unusedHash: Promise<string> | undefined;

  async function check(email: string, password: string): Promise<User | null> {
    // PostgreSQL takes no NUL in a text, so no user has such an address.
    const user = email.includes('\0') ? null : await prisma.user.findUnique({ where: { email } });
    unusedHash ??= hashPassword('no user has this password');
    const hashOfNobody = await unusedHash;
    const matches = await verifyPassword(password, user?.password_hash ?? hashOfNobody);
    return user !== null && user.disabled_at === null && matches ? user : null;
  }

  return {
    /**
     * The user with this address and password. Null if there is none, or if the user is disabled. An unknown address takes
     * the same time, so that a caller does not learn which addresses exist.
     * Throws AppError: rate_limited after too many failures, unavailable if too many sign in at once.
     */
    async attempt({ password, address, ...sent }: SignInAttempt): Promise<User | null> {
      const email = sent.email.trim().toLowerCase();
      const network = networkOf(address);
      await limits.begin(email, network);
      let failed = false;
      try {
        const user = await queue.run(network, () => check(email, password));
        failed = user === null;
        return user;
      } finally {
        if (!failed) await limits.takeBack(email, network);
      }
    },
  };
}
