import type { Destination } from './types.ts';

type Ranking = readonly number[];

/** The most rankings that destinations share. If there are more, sharing begins again. */
const MAX_SHARED = 1000;

/**
 * A cache of rankings by destination object. Equal rankings are one array, because answers cache by it what they write:
 * from the demo client's warehouses to 20,000 ZIPs there are 191 rankings.
 */
export class Rankings {
  readonly #ofDestination = new WeakMap<Destination, Ranking>();
  readonly #shared = new Map<string, Ranking>();

  /** The ranking for a destination, which is made if it is not known. */
  of(destination: Destination, make: () => Ranking): Ranking {
    let ranking = this.#ofDestination.get(destination);
    if (ranking === undefined) {
      ranking = this.#share(make());
      this.#ofDestination.set(destination, ranking);
    }
    return ranking;
  }

  #share(made: Ranking): Ranking {
    const key = made.join();
    const shared = this.#shared.get(key);
    if (shared !== undefined) return shared;
    if (this.#shared.size === MAX_SHARED) this.#shared.clear();
    this.#shared.set(key, made);
    return made;
  }
}
