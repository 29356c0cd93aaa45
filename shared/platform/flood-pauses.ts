/** A time in which a task of a key had a mutex, perhaps with the work of others that waited. */
export interface Turn<K> {
  readonly key: K;
  /** When it began, in milliseconds of `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  /** Tasks of the key that waited when it began or when it ended, whichever are more. */
  readonly waiting: number;
}

/** If so many tasks of one key wait, they are a flood. Callers that send some requests in parallel have fewer. */
const MANY = 8;
/** Another key that had a turn in the last so many milliseconds may have the next one at any time. */
const RECENT_MS = 1000;
/** The longest pause, because a long turn may have waited for a lock of another process, which is no load for this one. */
const MOST_MS = 50;

/**
 * Pauses between the turns of a key that floods the process while other keys have turns, too. A pause is as long as the turn
 * before it, so the flood works half of the time at most, and the tasks of others find the event loop free. `npm run soak`
 * measures it.
 */
export class FloodPauses<K> {
  #latest: Pick<Turn<K>, 'key' | 'ended'> | null = null;
  /** The latest turn of another key than that of `#latest`. */
  #latestOfOther: Pick<Turn<K>, 'key' | 'ended'> | null = null;

  /** How long the next turn of the key has to wait, in milliseconds. Call it once for each turn, when it has ended. */
  after({ key, began, ended, waiting }: Turn<K>): number {
    if (this.#latest !== null && this.#latest.key !== key) this.#latestOfOther = this.#latest;
    this.#latest = { key, ended };
    const ofOther = this.#latestOfOther;
    const isBesideOthers = ofOther !== null && ended - ofOther.ended <= RECENT_MS;
    return waiting >= MANY && isBesideOthers ? Math.min(ended - began, MOST_MS) : 0;
  }
}
