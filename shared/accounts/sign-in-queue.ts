import { AppError } from '../foundation/errors/app-error.ts';
import { FairWork } from '../foundation/fair-work.ts';
import type { SignInCaller } from './sign-in-limits.ts';

/**
 * Checks of a network, or of an account, that may wait. A check takes some 0.3 s. It is as many as the failures that an account
 * may have from a network, because a check that is refused for lack of a place does not count as a failure.
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
  readonly #checks = new FairWork<string>({ atOnce: 1, waitingOfOwner: WAITING });
  readonly #strangers = new FairWork<string>({ atOnce: 1, waitingOfOwner: WAITING });
  readonly #ofAccount = new FairWork<string>({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceOfOwner: 1,
    waitingOfOwner: WAITING,
  });

  /** Runs a check when its turn comes. Throws AppError unavailable if too many of its network, or on its account, wait. */
  async run<T>({ account, network, isKnown }: SignInCaller, check: () => Promise<T>): Promise<T> {
    const inTurn = isKnown
      ? () => this.#checks.run(network, check)
      : () => this.#strangers.run(network, () => this.#checks.run(STRANGERS, check));
    // Strangers do not take the places of the people whose account it is.
    const place = JSON.stringify(isKnown ? [account, network] : [account]);
    try {
      return await this.#ofAccount.run(place, inTurn);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'overloaded')) throw error;
      throw new AppError('unavailable', 'Too many people are signing in. Try again in a few seconds.', {
        cause: error,
      });
    }
  }
}
