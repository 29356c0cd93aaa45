import type { Sql } from 'sql-template-tag';
import {
  addPlaces,
  dropHeldPlaces,
  type HeldPlace,
  holdPlaces,
  type Place,
  type TakenPlaces,
} from './place-rows.ts';

/**
 * The places that the shipments of a ledger take, in memory. Each decided shipment takes one; a place is released when
 * its order is decided again. `changes` writes what became of them.
 */
export class Places {
  readonly #taken = new Map<string, TakenPlaces>();
  readonly #stored = new Map<string, readonly Place[]>();
  readonly #held = new Map<string, readonly Place[]>();
  readonly #loaded = new Map<string, number>();
  /** The warehouse of each change, by its database id. */
  readonly #changed: number[] = [];
  /** What undoes the changes since `mark`, in their order. */
  #undoes: (() => void)[] = [];

  constructor(taken: readonly TakenPlaces[]) {
    for (const each of taken) {
      this.#taken.set(keyOf(each), each);
      this.#loaded.set(keyOf(each), each.taken);
    }
  }

  /** Adds the places that orders hold, each order once. */
  addHeld(held: readonly HeldPlace[]): void {
    for (const { order_id, warehouse_db_id, day } of held) {
      const places = [...(this.#stored.get(order_id) ?? []), { warehouse_db_id, day }];
      this.#stored.set(order_id, places);
      this.#held.set(order_id, places);
    }
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

  /** Takes the places of a new decision on an order, which holds none. */
  take(order_id: string, places: readonly Place[]): void {
    if (places.length > 0) this.#replace(order_id, places, 1);
  }

  /** Releases what an earlier decision on an order has taken. */
  release(order_id: string): void {
    if (this.#held.has(order_id)) this.#replace(order_id, [], -1);
  }

  /** Begins changes that `undo` may undo. */
  mark(): void {
    this.#undoes = [];
  }

  /** Undoes all changes since `mark`. */
  undo(): void {
    for (const undo of this.#undoes.reverse()) undo();
    this.#undoes = [];
  }

  /** What saves the changes. */
  changes(ledgerId: number): Sql[] {
    const isIn = (list: readonly Place[] | undefined, place: Place) =>
      list?.some((other) => keyOf(other) === keyOf(place)) === true;
    const differs = (
      from: ReadonlyMap<string, readonly Place[]>,
      to: ReadonlyMap<string, readonly Place[]>,
    ) =>
      [...from].flatMap(([order_id, places]) =>
        places.filter((each) => !isIn(to.get(order_id), each)).map((each) => ({ order_id, ...each })),
      );
    const counts = [...this.#taken.values()].flatMap((each) => {
      const more = each.taken - (this.#loaded.get(keyOf(each)) ?? 0);
      return more === 0 ? [] : [{ ...each, taken: more }];
    });
    return [
      ...dropHeldPlaces(ledgerId, differs(this.#stored, this.#held)),
      ...holdPlaces(ledgerId, differs(this.#held, this.#stored)),
      ...addPlaces(ledgerId, counts),
    ];
  }

  #replace(order_id: string, places: readonly Place[], by: 1 | -1): void {
    const before = this.#held.get(order_id);
    const counted = by === 1 ? places : before!;
    for (const place of counted) this.#count(place, by);
    if (by === 1) this.#held.set(order_id, places);
    else this.#held.delete(order_id);
    this.#undoes.push(() => {
      for (const place of counted) this.#count(place, -by);
      if (before === undefined) this.#held.delete(order_id);
      else this.#held.set(order_id, before);
    });
  }

  #count(place: Place, by: number): void {
    const { warehouse_db_id, day } = place;
    this.#taken.set(keyOf(place), { warehouse_db_id, day, taken: this.takenAt(place) + by });
    this.#changed.push(warehouse_db_id);
  }
}

function keyOf({ warehouse_db_id, day }: Place): string {
  return `${warehouse_db_id} ${day}`;
}
