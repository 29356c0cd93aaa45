import type { Place, TakenPlaces } from './place-rows.ts';

/** How many places the shipments of a ledger take, in memory. */
export class Places {
  readonly #taken = new Map<string, TakenPlaces>();
  readonly #loaded: readonly TakenPlaces[];
  /** The warehouse of each change, by its database id. */
  readonly #changed: number[] = [];

  constructor(taken: readonly TakenPlaces[]) {
    this.#loaded = taken;
    for (const each of taken) this.#taken.set(keyOf(each), each);
  }

  /** The number of changes. */
  get version(): number {
    return this.#changed.length;
  }

  /** The warehouses of the changes after a version, by their database ids. */
  changedAfter(version: number): readonly number[] {
    return this.#changed.slice(version);
  }

  /** How many places are taken. */
  takenAt(place: Place): number {
    return this.#taken.get(keyOf(place))?.taken ?? 0;
  }

  /** All places that are taken. */
  all(): TakenPlaces[] {
    return [...this.#taken.values()].filter(({ taken }) => taken > 0);
  }

  /** Counts one more place as taken, or one less. */
  count(place: Place, by: 1 | -1): void {
    const { warehouse_db_id, day } = place;
    this.#taken.set(keyOf(place), { warehouse_db_id, day, taken: this.takenAt(place) + by });
    this.#changed.push(warehouse_db_id);
  }

  /** How many more are taken than were loaded. */
  changes(): TakenPlaces[] {
    const loaded = new Map(this.#loaded.map((each) => [keyOf(each), each.taken]));
    return [...this.#taken.values()].flatMap((each) => {
      const more = each.taken - (loaded.get(keyOf(each)) ?? 0);
      return more === 0 ? [] : [{ ...each, taken: more }];
    });
  }
}

function keyOf({ warehouse_db_id, day }: Place): string {
  return `${warehouse_db_id} ${day}`;
}
