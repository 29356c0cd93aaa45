import { type CountFact, type Fact, type StockCounts, sumOf, type Units } from './facts.ts';
import { type CountOutcome, ShelfLedger } from './shelf-ledger.ts';
import { type DoublePromise, Shelves } from './shelves.ts';
import { PAIRS, SKUS, type Step } from './steps.ts';

/** A decision as the service answered it. */
export interface Decided {
  readonly moment: number;
  readonly units: Units;
}

export interface ShippedMessage {
  readonly kind: 'shipped';
  readonly order: string;
  readonly units: Units;
  readonly at: number;
  /** Whether it is said of all that remains, without lines. */
  readonly isWhole: boolean;
}
export interface ChangeMessage {
  readonly kind: 'change';
  readonly pair: string;
  readonly units: number;
  readonly at: number;
}
type CountMessage = Pick<CountFact, 'kind' | 'rows' | 'at' | 'isPlain'>;

/** The service that a shop tells and asks. `must` is what it has to answer: a code, or null for success. */
export interface StockService {
  /** A moment after all before it. */
  nextMoment(): Promise<number>;
  /** The present moment, which may be that of the last event. */
  moment(): Promise<number>;
  set(counts: StockCounts): Promise<void>;
  route(order: string, lines: ReadonlyMap<string, number>, isHeld: boolean): Promise<Decided>;
  /** By its ID, or by a run over the orders of a filter. */
  reroute(order: string, isByFilter: boolean): Promise<Decided>;
  /** By its ID, or with the orders of a filter. Returns its moment. */
  release(order: string, how: { readonly hasLeft: boolean; readonly isByFilter: boolean }): Promise<number>;
  /** Returns the moment at which it took effect, and what compares its answer with what it did. */
  count(message: CountMessage): Promise<{ moment: number; check: (outcome: CountOutcome) => void }>;
  change(message: ChangeMessage, must: string | null): Promise<void>;
  shipped(message: ShippedMessage, isLate: boolean, must: string | null): Promise<void>;
  /** The last message comes once more, and must be answered as before. */
  repeat(): Promise<void>;
  /** A what-if over an order, which changes nothing. */
  tryOut(order: string): Promise<void>;
}

/** A message on its way, and what is to be done when the service has taken it. */
type Waiting =
  | CountMessage
  | (ChangeMessage & { readonly told: () => void })
  | (ShippedMessage & { told: () => void; readonly lost: () => readonly (() => void)[] });

/**
 * A shop with shelves, a counter, and messages that are delayed, lost on the way for a while, repeated and out of order. It
 * keeps what the service should know in `ledger`, all that was said in `facts`, and the truth in `shelves`.
 */
export class Shop {
  readonly facts: Fact[] = [];
  readonly ledger = new ShelfLedger();
  readonly shelves = new Shelves();
  /** Promises that should not have been made. */
  readonly doublePromises: DoublePromise[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #orders = new Map<string, ReadonlyMap<string, number>>();
  /** When a plain sync last said something of a pair: it may be older than what it says. */
  readonly #plainSyncs = new Map<string, number>();

  /** The first count of a pair after the setting became `on_hand`. */
  readonly #firstOnHand = new Map<string, number>();

  constructor(private readonly service: StockService) {}

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'receive':
      case 'lose':
        return this.#move(PAIRS[step.pair]!, step.do === 'lose' ? -step.units : step.units);
      case 'order': {
        const lines = SKUS.map((sku, nth) => [sku, step.units[nth]!] as const);
        return this.#route(
          `o${this.#orders.size}`,
          new Map(lines.filter(([, units]) => units > 0)),
          step.isHeld,
        );
      }
      case 'order again': {
        const order = this.#pick(step.order, (each) => !this.#hasLeftUntold(each));
        return order === null ? undefined : this.#route(order, this.#orders.get(order)!, false);
      }
      case 'reroute':
        return this.#reroute(step.order, step.isByFilter);
      case 'leave':
        return this.#leave(step.order, step.isWhole);
      case 'release':
        return this.#release(step.order, step.hasLeft, step.isByFilter);
      case 'what-if': {
        const order = this.#pick(0, () => true);
        return order === null ? undefined : this.service.tryOut(order);
      }
      case 'count':
        return this.#count(
          PAIRS.filter((_, nth) => (step.pairs >> nth) % 2 === 1),
          step.isPlain,
        );
      case 'deliver':
        return this.#deliver(step.nth, step.isRepeated);
      case 'setting':
        if (step.counts === this.ledger.counts) return;
        if (step.counts === 'on_hand') this.#firstOnHand.clear();
        await this.service.set(step.counts);
        this.#take({ kind: 'setting', counts: step.counts });
    }
  }

  #take(fact: Fact): CountOutcome | null {
    this.facts.push(fact);
    return this.ledger.apply(fact);
  }

  /** One of the orders that may be chosen, the latest first. */
  #pick(nth: number, may: (order: string) => boolean): string | null {
    const orders = [...this.#orders.keys()].reverse().filter(may);
    return orders.length === 0 ? null : orders[nth % orders.length]!;
  }

  #hasLeftUntold(order: string): boolean {
    return this.#waiting.some((each) => each.kind === 'shipped' && each.order === order);
  }

  async #move(pair: string, wanted: number): Promise<void> {
    const units = Math.max(wanted, -this.shelves.there(pair));
    if (units === 0) return;
    const at = await this.service.nextMoment();
    if (units > 0) this.shelves.receive(pair, units);
    const told = units > 0 ? () => {} : this.shelves.lose(pair, -units, at);
    this.#waiting.push({ kind: 'change', pair, units, at, told });
  }

  async #route(order: string, lines: ReadonlyMap<string, number>, isHeld: boolean): Promise<void> {
    this.#orders.set(order, lines);
    this.#promise(order, await this.service.route(order, lines, isHeld), isHeld);
  }

  #promise(order: string, { moment, units }: Decided, isHeld: boolean): void {
    this.#take({ kind: 'decision', order, moment, units, isHeld });
    this.shelves.promise(order, moment, units);
    for (const pair of units.keys()) {
      const double = this.shelves.doublePromise(pair, this.ledger.countOf(pair).at);
      if (double !== null && this.#isKept(pair)) this.doublePromises.push(double);
    }
  }

  /** Whether the rules say that no unit of a pair is promised twice now. */
  #isKept(pair: string): boolean {
    const { at, under } = this.ledger.countOf(pair);
    if (at <= Math.max(this.ledger.lastPlainSync, this.#plainSyncs.get(pair) ?? 0)) return false;
    return under === 'available' || !this.shelves.hasPromiseBefore(pair, this.#firstOnHand.get(pair) ?? at);
  }

  async #reroute(nth: number, isByFilter: boolean): Promise<void> {
    const order = this.#pick(
      nth,
      (each) =>
        !this.#hasLeftUntold(each) && !this.ledger.hasEnded(each) && this.ledger.remaining(each).size > 0,
    );
    if (order !== null) this.#promise(order, await this.service.reroute(order, isByFilter), false);
  }

  /** Units of an order leave: all that are promised, or one of each pair. Only what is there can. */
  async #leave(nth: number, isWhole: boolean): Promise<void> {
    const order = this.#pick(nth, (each) => sumOf(this.shelves.promisedTo(each).values()) > 0);
    if (order === null) return;
    const units = new Map<string, number>();
    for (const [pair, promised] of this.shelves.promisedTo(order)) {
      const count = Math.min(isWhole ? promised : 1, promised, this.shelves.there(pair));
      if (count > 0) units.set(pair, count);
    }
    if (units.size === 0) return;
    const at = await this.service.moment();
    const lost = this.shelves.leave(order, units, at);
    const isAll = sumOf(this.shelves.promisedTo(order).values()) === 0;
    this.#waiting.push({
      kind: 'shipped',
      order,
      units,
      at,
      isWhole: isAll && isWhole,
      told: () => {},
      lost,
    });
  }

  async #release(nth: number, hasLeft: boolean, mayBeByFilter: boolean): Promise<void> {
    const canLeave = (order: string) =>
      [...this.shelves.promisedTo(order)].every(([pair, units]) => units <= this.shelves.there(pair));
    const order = this.#pick(nth, (each) => !this.ledger.hasEnded(each) && (!hasLeft || canLeave(each)));
    if (order === null) return;
    // A filter finds no order that has shipped, and says of none that it has left.
    const isByFilter = mayBeByFilter && !hasLeft && this.ledger.remaining(order).size > 0;
    const at = await this.service.release(order, { hasLeft, isByFilter });
    if (hasLeft) {
      const lost = this.shelves.leave(order, this.shelves.promisedTo(order), at);
      const units = this.ledger.remaining(order);
      if (!this.ledger.isFlagged)
        lost(); // no entry is written then
      else if (units.size > 0) this.#take({ kind: 'shipped', order, units, at, isLate: false });
    }
    this.#take({ kind: 'ended', order, hasLeft });
    this.shelves.end(order);
    // What has left without a word is gone like what is stolen, until somebody says it.
    if (hasLeft && this.ledger.isFlagged) return;
    for (const each of this.#waiting) {
      if (each.kind !== 'shipped' || each.order !== order) continue;
      const tells = each.lost();
      if (hasLeft) continue;
      each.told = () => {
        for (const tell of tells) tell();
      };
    }
  }

  async #count(pairs: readonly string[], isPlain: boolean): Promise<void> {
    const at = await this.service.nextMoment();
    const rows = new Map(pairs.map((pair) => [pair, this.shelves.count(pair, this.ledger.counts, at)]));
    this.#waiting.push({ kind: 'count', rows, at, isPlain });
  }

  async #deliver(nth: number, isRepeated: boolean): Promise<void> {
    const message = this.#waiting[nth % Math.max(1, this.#waiting.length)];
    if (message === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(message), 1);
    if (message.kind === 'count') await this.#deliverCount(message);
    else if (message.kind === 'change') await this.#deliverChange(message);
    else await this.#deliverShipped(message);
    if (isRepeated) await this.service.repeat();
  }

  async #deliverCount({ rows, isPlain, at }: CountMessage): Promise<void> {
    const { moment, check } = await this.service.count({ kind: 'count', rows, isPlain, at });
    if (isPlain) for (const pair of rows.keys()) this.#plainSyncs.set(pair, moment);
    const countedAt = isPlain ? moment : at;
    check(this.#take({ kind: 'count', rows, isPlain, at: countedAt })!);
    if (this.ledger.counts === 'available') return;
    for (const pair of rows.keys()) {
      const isApplied = this.ledger.countOf(pair).at === countedAt;
      if (isApplied && !this.#firstOnHand.has(pair)) this.#firstOnHand.set(pair, countedAt);
    }
  }

  async #deliverChange(message: Extract<Waiting, ChangeMessage>): Promise<void> {
    const { pair, units, at } = message;
    if (this.ledger.isTooMuch(pair, units, at)) {
      await this.service.change(message, 'quantity_below_zero');
      this.#waiting.push(message);
      return;
    }
    await this.service.change(message, null);
    this.#take({ kind: 'change', pair, units, at });
    message.told();
  }

  async #deliverShipped(message: Extract<Waiting, ShippedMessage>): Promise<void> {
    const { order, at, isWhole, told } = message;
    const remaining = this.ledger.remaining(order);
    const isLate = this.ledger.hasEnded(order);
    if (isLate && remaining.size > 0) await this.service.shipped(message, false, 'order_released');
    const units = isWhole ? remaining : message.units;
    // What has left whole is passed over.
    const leaving = new Map(
      [...units].filter(
        ([pair, count]) => remaining.has(pair) || !this.ledger.hasLeftWhole(order, pair, count),
      ),
    );
    const canLeave = [...leaving].every(([pair, count]) => count <= (remaining.get(pair) ?? 0));
    await this.service.shipped(message, isLate, canLeave ? null : 'not_allocated');
    if (canLeave && leaving.size > 0) this.#take({ kind: 'shipped', order, units: leaving, at, isLate });
    told();
  }
}
