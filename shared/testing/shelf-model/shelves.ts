import { type StockCounts, sumOf, type Units } from './facts.ts';

/** Units that are gone from a shelf without a shipment that the service could know of. */
interface Loss {
  readonly pair: string;
  readonly units: number;
  readonly at: number;
  isTold: boolean;
}

interface Promised {
  readonly moment: number;
  readonly units: Map<string, number>;
}

/** A promise of a unit of which another customer has the promise already. */
export interface DoublePromise {
  readonly pair: string;
  readonly promised: number;
  readonly there: number;
}

/** The truth: units that stand on shelves, and which of them customers were promised, whatever any system says. */
export class Shelves {
  readonly #there = new Map<string, number>();
  /** Units by order that it was promised and that have not left. */
  readonly #promised = new Map<string, Promised>();
  readonly #losses: Loss[] = [];
  /** By pair and time of a count: units promised and not there, which a count cannot say because it is never below 0. */
  readonly #unsaid = new Map<string, number>();

  there(pair: string): number {
    return this.#there.get(pair) ?? 0;
  }

  promised(pair: string): number {
    return sumOf([...this.#promised.values()].map(({ units }) => units.get(pair) ?? 0));
  }

  promisedTo(order: string): Units {
    return new Map(this.#promised.get(order)?.units);
  }

  receive(pair: string, units: number): void {
    this.#there.set(pair, this.there(pair) + units);
  }

  /** Units break or are stolen. Returns what to call when the service was told. */
  lose(pair: string, units: number, at: number): () => void {
    this.#there.set(pair, this.there(pair) - units);
    const loss = { pair, units, at, isTold: false };
    this.#losses.push(loss);
    return () => {
      loss.isTold = true;
    };
  }

  /** An order is promised these units instead of those before. */
  promise(order: string, moment: number, units: Units): void {
    this.#promised.set(order, { moment, units: new Map(units) });
  }

  /** An order needs its units no more. */
  end(order: string): void {
    this.#promised.delete(order);
  }

  /** Promised units leave. Returns what to call at the end of an order that was not told: its units are a loss then. */
  leave(order: string, units: Units, at: number): () => (() => void)[] {
    const { units: promised } = this.#promised.get(order)!;
    for (const [pair, count] of units) {
      this.#there.set(pair, this.there(pair) - count);
      promised.set(pair, promised.get(pair)! - count);
    }
    return () =>
      [...units].map(([pair, count]) => {
        this.receive(pair, count);
        return this.lose(pair, count, at);
      });
  }

  /** What a true counter reads: all that stands there, or that without what is promised. */
  count(pair: string, counts: StockCounts, at: number): number {
    const free = counts === 'on_hand' ? this.there(pair) : this.there(pair) - this.promised(pair);
    this.#unsaid.set(`${pair} ${at}`, Math.max(0, -free));
    return Math.max(0, free);
  }

  /** Whether an order that was decided before this moment still waits for units of a pair. */
  hasPromiseBefore(pair: string, moment: number): boolean {
    return [...this.#promised.values()].some(
      (each) => each.moment < moment && (each.units.get(pair) ?? 0) > 0,
    );
  }

  /**
   * Whether more units of a pair are promised than are there, right after a promise: null if not. `countedAt` is of the count
   * that the service stands on. A loss that nobody told, and that no count after it has seen, is no fault of the service.
   */
  doublePromise(pair: string, countedAt: number): DoublePromise | null {
    const unseen = this.#losses.filter((loss) => loss.pair === pair && !loss.isTold && loss.at > countedAt);
    const unsaid = this.#unsaid.get(`${pair} ${countedAt}`) ?? 0;
    const there = this.there(pair) + unsaid + sumOf(unseen.map(({ units }) => units));
    const promised = this.promised(pair);
    return promised > there ? { pair, promised, there } : null;
  }
}
