import { overloaded } from './errors/overloaded.ts';

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
  readonly ofOwner?: number;
  readonly smallAmount?: number;
}

/**
 * A limited amount of bytes or places of this process, which all clients share. If too little is left, it refuses at
 * once: a request that waits uses resources too.
 */
export class SharedBudget {
  readonly #limit: number;
  readonly #ofOwner: number;
  readonly #smallAmount: number;
  readonly #usedBy = new Map<number, number>();
  #used = 0;

  /** One owner may have `ofOwner`, by default half. Shares of at most `smallAmount` are small. */
  constructor(limit: number, { ofOwner = limit * OWNER_PART, smallAmount = 0 }: BudgetOptions = {}) {
    this.#limit = limit;
    this.#ofOwner = ofOwner;
    this.#smallAmount = smallAmount;
  }

  /** The amount that is in use by all owners. */
  get used(): number {
    return this.#used;
  }

  /** Starts an empty share of an owner, a client's id. */
  open(owner: number): BudgetShare {
    let amount = 0;
    let released = false;
    return {
      growTo: (wanted) => {
        if (released || wanted <= amount) return;
        this.#take(owner, wanted - amount, wanted <= this.#smallAmount);
        amount = wanted;
      },
      release: () => {
        released = true;
        this.#release(owner, amount);
        amount = 0;
      },
    };
  }

  /** Does work that takes one place. Throws AppError overloaded if no place is free. */
  async withPlace<T>(owner: number, work: () => Promise<T>): Promise<T> {
    const place = this.open(owner);
    place.growTo(1);
    try {
      return await work();
    } finally {
      place.release();
    }
  }

  #take(owner: number, more: number, isSmall: boolean): void {
    const ofOwner = (this.#usedBy.get(owner) ?? 0) + more;
    const room = isSmall ? this.#limit : this.#limit * (1 - SMALL_PART);
    if (ofOwner > this.#ofOwner || this.#used + more > room) {
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
