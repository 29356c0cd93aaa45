import {
  type CountFact,
  type DecisionFact,
  type Fact,
  type PairReading,
  readingOf,
  type ShippedFact,
  type StockCounts,
  sumOf,
  type Units,
} from './facts.ts';

/** A change or a shipment of a pair. */
interface Entry {
  readonly units: number;
  readonly isShipment: boolean;
  /** What is compared with a count, by what the count says. */
  readonly at: Readonly<Record<StockCounts, number>>;
}

interface PairState {
  quantity: number;
  countedAt: number;
  countedUnder: StockCounts;
  /** The count and all entries later than it; below 0 where units are missing. */
  sum: number;
  readonly entries: Entry[];
}

interface OrderState {
  readonly moment: number;
  /** Units of the latest decision that are reserved. */
  readonly active: Map<string, number>;
  /** Units of it that have not shipped. */
  readonly remaining: Map<string, number>;
  /** All units of it, and what has shipped of them; before it those of earlier decisions on the order. */
  readonly decided: readonly { readonly units: Units; readonly shipped: Map<string, number> }[];
  hasEnded: boolean;
}

/** What a count did. */
export interface CountOutcome {
  readonly stale: number;
  readonly belowZero: number;
  /** Units that are reserved at the pairs that were sent. */
  readonly kept: number;
}

/**
 * A ledger between syncs, kept up as facts come. It is written from the rules alone and imports nothing of the product, so
 * that it can judge it.
 */
export class ShelfLedger {
  counts: StockCounts = 'available';
  /** Whether anything but plain syncs and orders was told. */
  isFlagged = false;
  /** The moment of the last plain sync that ended all reservations. */
  lastPlainSync = Number.NEGATIVE_INFINITY;
  readonly #pairs = new Map<string, PairState>();
  readonly #orders = new Map<string, OrderState>();

  /** Takes what happened. Only a count has an outcome. */
  apply(fact: Fact): CountOutcome | null {
    switch (fact.kind) {
      case 'setting':
        this.counts = fact.counts;
        this.isFlagged ||= fact.counts === 'on_hand';
        return null;
      case 'count':
        return this.#count(fact);
      case 'change': {
        this.isFlagged = true;
        const at = { available: fact.at, on_hand: fact.at };
        this.#enter(fact.pair, { units: fact.units, isShipment: false, at });
        return null;
      }
      case 'decision':
        this.#decide(fact);
        return null;
      case 'shipped':
        this.#ship(fact);
        return null;
      case 'ended': {
        const order = this.#orders.get(fact.order)!;
        order.hasEnded = true;
        order.active.clear();
        if (fact.hasLeft) order.remaining.clear();
        return null;
      }
    }
  }

  read(pair: string): PairReading {
    return readingOf(this.#pairs.get(pair)?.sum ?? 0, this.reserved(pair));
  }

  reserved(pair: string): number {
    let sum = 0;
    for (const { active } of this.#orders.values()) sum += active.get(pair) ?? 0;
    return sum;
  }

  /** The count that a pair stands on. */
  countOf(pair: string): { readonly at: number; readonly under: StockCounts } {
    const state = this.#pairs.get(pair);
    return { at: state?.countedAt ?? Number.NEGATIVE_INFINITY, under: state?.countedUnder ?? 'available' };
  }

  /** Whether an entry of a change at this time would change the quantity. */
  isLater(pair: string, at: number): boolean {
    return at > this.countOf(pair).at;
  }

  /** Whether a change would leave less than nothing, and is refused. */
  isTooMuch(pair: string, units: number, at: number): boolean {
    const sum = this.#pairs.get(pair)?.sum ?? 0;
    return units < 0 && this.isLater(pair, at) && sum + units < 0;
  }

  /** Units of an order's latest decision that have not shipped. */
  remaining(order: string): Units {
    return new Map(this.#orders.get(order)?.remaining);
  }

  /** Whether so many units of a pair are all that a decision on the order had, or all decisions, and have shipped. */
  hasLeftWhole(order: string, pair: string, count: number): boolean {
    const shipped = (this.#orders.get(order)?.decided ?? []).map((each) => ({
      of: each.units.get(pair) ?? 0,
      units: each.shipped.get(pair) ?? 0,
    }));
    if (sumOf(shipped.map(({ units }) => units)) === count) return true;
    return shipped.some(({ of, units }) => units === count && of === count);
  }

  hasEnded(order: string): boolean {
    return this.#orders.get(order)?.hasEnded ?? false;
  }

  /** Units of a pair that an order has reserved. */
  activeOf(order: string): Units {
    return new Map(this.#orders.get(order)?.active);
  }

  #count({ rows, at, isPlain }: CountFact): CountOutcome {
    const setsTimes = this.isFlagged || !isPlain;
    this.isFlagged = setsTimes;
    if (isPlain && this.counts === 'available') {
      for (const { active } of this.#orders.values()) active.clear();
      this.lastPlainSync = at;
    }
    let stale = 0;
    let belowZero = 0;
    for (const [pair, quantity] of rows) {
      const state = this.#pair(pair);
      if (at < state.countedAt) {
        stale += 1;
        continue;
      }
      const isSameRow = state.quantity === quantity && state.countedAt !== Number.NEGATIVE_INFINITY;
      if (setsTimes || !isSameRow) state.countedAt = at;
      state.countedUnder = this.counts;
      state.quantity = quantity;
      state.sum =
        quantity + sumOf(state.entries.filter((each) => isLater(each, state)).map(({ units }) => units));
      if (state.sum < 0) belowZero += 1;
      if (this.counts === 'on_hand') continue;
      for (const { moment, active } of this.#orders.values()) if (moment < at) active.delete(pair);
    }
    return { stale, belowZero, kept: sumOf([...rows.keys()].map((pair) => this.reserved(pair))) };
  }

  #decide({ order, moment, units, isHeld }: DecisionFact): void {
    this.isFlagged ||= isHeld;
    this.#orders.set(order, {
      moment,
      active: new Map(units),
      remaining: new Map(units),
      decided: [...(this.#orders.get(order)?.decided ?? []), { units, shipped: new Map() }],
      hasEnded: false,
    });
  }

  #ship({ order, units, at, isLate }: ShippedFact): void {
    this.isFlagged = true;
    const { moment, active, remaining, decided } = this.#orders.get(order)!;
    const { shipped } = decided.at(-1)!;
    for (const [pair, count] of units) {
      const times = { available: isLate ? at : moment, on_hand: at };
      this.#enter(pair, { units: -count, isShipment: true, at: times });
      active.set(pair, Math.max(0, (active.get(pair) ?? 0) - count));
      shipped.set(pair, (shipped.get(pair) ?? 0) + count);
      remaining.set(pair, remaining.get(pair)! - count);
      if (remaining.get(pair) === 0) remaining.delete(pair);
    }
  }

  #enter(pair: string, entry: Entry): void {
    const state = this.#pair(pair);
    state.entries.push(entry);
    if (isLater(entry, state)) state.sum += entry.units;
  }

  #pair(pair: string): PairState {
    const known = this.#pairs.get(pair);
    if (known !== undefined) return known;
    const countedAt = Number.NEGATIVE_INFINITY;
    const made: PairState = { quantity: 0, countedAt, countedUnder: 'available', sum: 0, entries: [] };
    this.#pairs.set(pair, made);
    return made;
  }
}

/** A shipment of the same millisecond as a count is later than it, a change is not. */
function isLater({ isShipment, at }: Entry, { countedAt, countedUnder }: PairState): boolean {
  const time = at[countedUnder];
  return isShipment ? time >= countedAt : time > countedAt;
}
