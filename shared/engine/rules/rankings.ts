import type { Destination } from '../types.ts';
import type { Departures } from './departures.ts';

type Ranking = readonly number[];

/** The most rankings that destinations share. If there are more, sharing begins again. */
const MAX_SHARED = 1000;

/** Longer rankings are hardly ever equal, so to compare them takes longer than it saves. */
const MAX_LENGTH = 64;

/**
 * A cache of rankings by the object that they follow from: a destination, or its departures. Equal rankings are one array,
 * because answers cache by it what they write: from the demo client's warehouses to 20,000 ZIPs there are 191 rankings.
 */
export class Rankings {
  readonly #known = new WeakMap<Destination | Departures, Ranking>();
  readonly #shared = new Map<string, Ranking>();

  /** The ranking that follows from an object. It is made if it is not known. */
  of(from: Destination | Departures, make: () => Ranking): Ranking {
    let ranking = this.#known.get(from);
    if (ranking === undefined) {
      ranking = this.#share(make());
      this.#known.set(from, ranking);
    }
    return ranking;
  }

  #share(made: Ranking): Ranking {
    if (made.length > MAX_LENGTH) return made;
    const key = made.join();
    const shared = this.#shared.get(key);
    if (shared !== undefined) return shared;
    if (this.#shared.size === MAX_SHARED) this.#shared.clear();
    this.#shared.set(key, made);
    return made;
  }
}
