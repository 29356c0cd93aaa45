import { ORDER_WORK, type OrderEffort, orderEffort } from '../engine/order-effort.ts';

/**
 * Orders a turn holds: as many as are decided in one transaction while others want the ledger, so this bounds how long
 * a synchronous request of the same client waits. They share one allowance for searching.
 */
export const TURN_ORDERS = 50;

/** What the orders of a turn may search together: the first hard one has all of its own, the next ones half of the rest. */
const TURN_WORK = 2 * ORDER_WORK;

/** What any order may search, whatever those before it took: enough for a bound and a better first answer. */
const LEAST_WORK = 1_000_000;

/**
 * Shares out the work of searches, so that many hard orders together do not hold their ledger for minutes. It follows
 * the places of the orders in the order of allocation, turn by turn: a batch and a managed run of the same orders
 * decide the same. Orders that use up nothing are decided in any pieces, so each of them has the same.
 */
export class SearchAllowance {
  readonly #isShared: boolean;
  /** The same for all orders, one after another: most of them search nothing. */
  readonly #effort = orderEffort(2 * LEAST_WORK);
  #left = TURN_WORK;
  #orders = 0;

  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /** The effort that the next order may make; what the one before did is counted. */
  next(): OrderEffort {
    const effort = this.#effort;
    this.#left = Math.max(0, this.#left - effort.work);
    effort.work = 0;
    effort.exhausted = false;
    effort.atLeast = null;
    if (!this.#isShared) return effort;
    if (this.#orders++ % TURN_ORDERS === 0) this.#left = TURN_WORK;
    effort.mostWork = Math.max(LEAST_WORK, this.#left / 2);
    return effort;
  }
}
