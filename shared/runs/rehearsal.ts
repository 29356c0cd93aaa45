import type { RoutingOrder } from '../contracts/order.ts';
import type { Decision, UnitValues } from '../engine/types.ts';
import type { StockPool } from '../inventory/stock-pool.ts';

/** A decision, and the work that its searches took. */
export interface Rehearsed {
  readonly decision: Decision;
  readonly work: number;
}

/** What a decision on one order of a request is made from, beside what is the same each time the request is decided. */
export interface Situation {
  readonly place: number;
  readonly order: RoutingOrder;
  /** What the order may search. */
  readonly share: number;
  readonly availability: StockPool['availability'] | null;
  readonly unit_values: UnitValues;
}

/** What a rehearsal has of one situation. */
export interface RehearsalEntry {
  /** What was decided in the same situation; undefined: nothing. */
  readonly known: Rehearsed | undefined;
  /** Saves what is decided in it now. */
  save(rehearsed: Rehearsed): void;
}

/**
 * Decisions on the hard orders of one request, made before its ledger was locked, by what each was made from. Under the
 * lock, a decision is used again without a search if the stock is still the same.
 */
export class Rehearsal {
  readonly #rehearsed = new Map<string, Rehearsed>();

  /** The entry of a situation. Its stock is read at once, before the decision changes it. */
  entryOf(situation: Situation): RehearsalEntry {
    const key = situationKey(situation);
    return {
      known: this.#rehearsed.get(key),
      save: (rehearsed) => {
        this.#rehearsed.set(key, rehearsed);
      },
    };
  }
}

function situationKey({ place, order, share, availability, unit_values }: Situation): string {
  const seen = order.lines.map(({ sku }) => [
    Array.from(availability?.get(sku) ?? []),
    unit_values.get(sku) ?? null,
  ]);
  return JSON.stringify([place, share, seen]);
}

/** How much a run may search under its ledger's lock, and what was decided beforehand. */
export interface RunSearches {
  readonly mostWork?: number | undefined;
  readonly rehearsal?: Rehearsal | null;
}
