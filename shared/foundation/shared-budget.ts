import type { Charges } from './charges.ts';
import { overloaded } from './errors/app-error.ts';

/** The share that one owner may have, so that one client alone cannot use up the budget. */
const OWNER_PART = 1 / 2;
/** The share that is left for small amounts, so that large ones cannot use it up. */
const SMALL_PART = 1 / 8;

/** A share of a budget, for one piece of work. */
export interface BudgetShare {
  /** Makes the share as large as `amount`. It never shrinks. Throws AppError overloaded if too little is left. */
  growTo(amount: number): void;
  /** Returns the share to the budget. Further calls do nothing. */
  release(): void;
}

interface BudgetOptions {
  /** Shares of at most so much are small. */
  readonly smallAmount: number;
  /** What owners use: what they hold is added. */
  readonly charges: Charges<number | null>;
}

/** Bytes of this process, which all clients share. If too few are left, it refuses at once: a request that waits uses bytes too. */
export class SharedBudget {
  readonly #limit: number;
  readonly #options: BudgetOptions;
  readonly #usedBy = new Map<number, number>();
  #used = 0;

  constructor(limit: number, options: BudgetOptions) {
    this.#limit = limit;
    this.#options = options;
  }

  /** The amount that is in use by all owners. */
  get used(): number {
    return this.#used;
  }

  /** Starts an empty share of an owner, a client's id. */
  open(owner: number): BudgetShare {
    let amount = 0;
    let released = false;
    const since = performance.now();
    return {
      growTo: (wanted) => {
        if (released || wanted <= amount) return;
        this.#take(owner, wanted - amount, wanted <= this.#options.smallAmount);
        amount = wanted;
      },
      release: () => {
        if (released) return;
        released = true;
        this.#options.charges.held(owner, amount / this.#limit, performance.now() - since);
        this.#release(owner, amount);
        amount = 0;
      },
    };
  }

  #take(owner: number, more: number, isSmall: boolean): void {
    const ofOwner = (this.#usedBy.get(owner) ?? 0) + more;
    const room = isSmall ? this.#limit : this.#limit * (1 - SMALL_PART);
    if (ofOwner > this.#limit * OWNER_PART || this.#used + more > room) {
      throw overloaded();
    }
    this.#usedBy.set(owner, ofOwner);
    this.#used += more;
  }

  #release(owner: number, amount: number): void {
    if (amount === 0) return;
    const left = this.#usedBy.get(owner)! - amount;
    if (left === 0) this.#usedBy.delete(owner);
    else this.#usedBy.set(owner, left);
    this.#used -= amount;
  }
}
