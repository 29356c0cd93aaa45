import { ORDER_WORK, type OrderEffort, type SearchBudget } from '../engine/search/order-effort.ts';

/**
 * Orders of an allocation batch. While others wait for the ledger, so many are decided in one transaction: this bounds
 * how long a synchronous request of the same client waits. The orders of a batch share one allowance for searching.
 */
export const ALLOCATION_BATCH_ORDERS = 50;

/** Work that the orders of a batch may search together: the first hard one all of its own, each next one half of the rest. */
const BATCH_WORK = 2 * ORDER_WORK;

/**
 * Extra work, beyond their shares, that the orders of a batch may do together, the first ones first, until their routes are
 * near the proved cost. With it, the orders of a batch search less than 7.5 times ORDER_WORK.
 */
export const BATCH_EXTRA = 4 * ORDER_WORK;

/** The search work that each order may do in any case: enough for a bound and a better first answer. */
const MIN_WORK = 1_000_000;

/** The result for orders that take more work than is allowed here. Nothing of these orders is saved. */
export const TOO_HARD = Symbol('too hard');
export type TooHard = typeof TOO_HARD;

/** What of a request may be done here. */
export interface WorkLimits {
  /**
   * The work that the orders may take here, as it is estimated (order-work.ts), and that the searches for all of them may do;
   * beyond it they are TOO_HARD. Not given: any.
   */
  readonly mostWork?: number | undefined;
}

/**
 * What the searches for one answer may look at: some 40 s, as long as those for the largest batch of orders that are hard for
 * fewest shipments take. A large batch that is hard for lowest cost would take minutes.
 */
export const ANSWER_SEARCH = 350 * ORDER_WORK;

/** What one order may search. */
export interface Grant {
  /** Its share of the allowance. */
  readonly share: number;
  /** What it may do beyond its share. */
  readonly extra: number;
  /** The part of both that is usable here. */
  readonly budget: Pick<SearchBudget, 'mostWork' | 'extraWork'>;
}

/**
 * Shares out the work of searches, so that many hard orders together do not lock their ledger for minutes. It follows
 * the places of the orders in the order of allocation, batch by batch: a request and a managed run of the same orders
 * decide the same. Orders that use up nothing are decided in any pieces, so each of them has the same.
 */
export class SearchAllowance {
  readonly #isShared: boolean;
  readonly #most: number;
  #left = BATCH_WORK;
  #extraLeft = BATCH_EXTRA;
  #orders = 0;
  #work = 0;

  /** `most`: what the searches for all orders together may look at here. */
  constructor(isShared: boolean, most = Number.POSITIVE_INFINITY) {
    this.#isShared = isShared;
    this.#most = most;
  }

  /** What the searches for all orders have looked at so far. */
  get work(): number {
    return this.#work;
  }

  /** What the next order may search. To be settled before the order after it has its grant. */
  grant(): Grant {
    const share = this.#nextShare();
    const extra = this.#isShared ? this.#extraLeft : 0;
    const here = Math.max(0, this.#most - this.#work);
    const mostWork = Math.min(share, here);
    const extraWork = Math.min(extra, here - mostWork);
    return { share, extra, budget: { mostWork, extraWork } };
  }

  /**
   * Counts what an order searched. Returns whether it was stopped before its grant was used up, so that its decision is not
   * the one it is to have.
   */
  settle({ share, extra, budget }: Grant, used: Readonly<OrderEffort>): boolean {
    const { work, extraDone, uncounted, hitLimit, gapTooLarge } = used;
    this.#work += work + extraDone + uncounted;
    this.#left = Math.max(0, this.#left - work);
    this.#extraLeft = Math.max(0, this.#extraLeft - extraDone);
    return hitLimit && (budget.mostWork < share || (gapTooLarge && budget.extraWork < extra));
  }

  #nextShare(): number {
    if (!this.#isShared) return 2 * MIN_WORK;
    if (this.#orders++ % ALLOCATION_BATCH_ORDERS === 0) {
      this.#left = BATCH_WORK;
      this.#extraLeft = BATCH_EXTRA;
    }
    return Math.max(MIN_WORK, this.#left / 2);
  }
}
