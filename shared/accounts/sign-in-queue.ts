import { type BulkheadPolicy, BulkheadRejectedError, bulkhead } from 'cockatiel';
import { AppError } from '../foundation/errors/app-error.ts';
import { KeyedMutex } from '../foundation/keyed-mutex.ts';

/** Networks that wait for a check. A check takes some 0.3 s. */
const NETWORKS_WAITING = 50;

/**
 * Checks passwords one after another, because a check takes a core and one of Node's few pool threads for a while. Each
 * network has one place in the queue for all its attempts, so many attempts of one network delay another by one check.
 */
export class SignInQueue {
  readonly #ofNetwork = new KeyedMutex<string>();
  readonly #checks: BulkheadPolicy;

  constructor(networksWaiting = NETWORKS_WAITING) {
    this.#checks = bulkhead(1, networksWaiting);
  }

  /** Runs a check when those before it are done. Throws AppError unavailable if too many networks wait. */
  async run<T>(network: string, check: () => Promise<T>): Promise<T> {
    try {
      return await this.#ofNetwork.run(network, () => this.#checks.execute(check));
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new AppError('unavailable', 'Too many people are signing in. Try again in a few seconds.', {
        cause: error,
      });
    }
  }
}
