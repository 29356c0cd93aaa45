import { ServiceError } from '../../../client/service-error.ts';

/** The outcome for one order: acted on; left because acting would be worse or do nothing; left because it no longer matches. */
export type Outcome = 'done' | 'left' | 'no_match';

/** The outcomes so far. */
export interface Tally {
  readonly done: number;
  readonly left: number;
  readonly no_match: number;
  readonly failed: number;
  /** The first ones, each with its sentence. */
  readonly failures: readonly { readonly order_id: string; readonly sentence: string }[];
}

export const NOTHING_YET: Tally = { done: 0, left: 0, no_match: 0, failed: 0, failures: [] };

const MOST_FAILURES = 20;

/** Statuses that refuse one order, after which the next order may succeed. */
const OF_ONE_ORDER = [400, 404, 409, 422];

interface Acting {
  readonly act: (orderId: string) => Promise<Outcome>;
  readonly onTally: (tally: Tally) => void;
  readonly signal: AbortSignal;
  /** Waits some seconds, or until the signal says so. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Acts on one order after another, until `signal` aborts. If the service answers Retry-After, it waits and tries again.
 * Throws errors that every order would get: no answer, no right, no session.
 */
export async function actOnAll(
  orderIds: readonly string[],
  { act, onTally, signal, wait = pause }: Acting,
): Promise<Tally> {
  let tally = NOTHING_YET;
  for (const id of orderIds) {
    while (!signal.aborted) {
      try {
        const outcome = await act(id);
        tally = { ...tally, [outcome]: tally[outcome] + 1 };
        break;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.retryAfterSeconds !== null) {
          await wait(error.retryAfterSeconds, signal);
          continue;
        }
        if (!OF_ONE_ORDER.includes(error.status)) throw error;
        const failures = [...tally.failures, { order_id: id, sentence: error.message }];
        tally = { ...tally, failed: tally.failed + 1, failures: failures.slice(0, MOST_FAILURES) };
        break;
      }
    }
    if (signal.aborted) return tally;
    onTally(tally);
  }
  return tally;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
