import { callerGone } from './errors/caller-gone.ts';
import { overloaded } from './errors/overloaded.ts';

/** How much of the work is done at a time, and how much waits. */
interface FairWorkLimits {
  /** Pieces that are done at a time. */
  readonly atOnce: number;
  /** Those of one owner. By default as many. */
  readonly atOnceOfOwner?: number;
  /** Pieces of one owner that wait. By default any number. */
  readonly waitingOfOwner?: number;
}

/** How a piece of work waits. */
interface WaitOptions {
  /** What it will cost, estimated before it begins, in any unit that all pieces have in common. */
  readonly work?: number;
  /** A piece whose signal is aborted leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

interface Piece<Owner> {
  readonly owner: Owner;
  readonly work: number;
  readonly begin: () => void;
}

/**
 * Does pieces of work, some at a time. The next one is of the owner for whom the least work was begun, and of that owner the
 * oldest. So an owner with many or large pieces does not delay the others. Pieces of equal work are done by round robin.
 */
export class FairWork<Owner> {
  readonly #limits: Required<FairWorkLimits>;
  readonly #waiting = new FairQueue<Owner>();
  /** Pieces under way. */
  readonly #underWayOf = new Map<Owner, number>();
  #underWay = 0;
  readonly #onWaiting: (waiting: number) => void;

  /** `onWaiting` is told how many pieces wait. */
  constructor(limits: FairWorkLimits, onWaiting: (waiting: number) => void = () => {}) {
    const { atOnce } = limits;
    this.#limits = { atOnceOfOwner: atOnce, waitingOfOwner: Number.POSITIVE_INFINITY, ...limits };
    this.#onWaiting = onWaiting;
  }

  /**
   * Does a piece of an owner when its turn comes, and resolves or rejects as it does. Throws AppError: overloaded if too
   * many of the owner wait, bad_request if the caller has gone away. Then it has not begun.
   */
  async run<T>(owner: Owner, work: () => Promise<T>, options: WaitOptions = {}): Promise<T> {
    await this.#turn(owner, options);
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      const left = this.#underWayOf.get(owner)! - 1;
      if (left === 0) this.#underWayOf.delete(owner);
      else this.#underWayOf.set(owner, left);
      this.#beginNext();
    }
  }

  /** Owners that are remembered. */
  get owners(): number {
    return this.#waiting.owners;
  }

  #turn(owner: Owner, { work = 1, signal }: WaitOptions): Promise<void> {
    if (signal?.aborted) return Promise.reject(callerGone());
    const queue = this.#waiting;
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.remove(piece);
        this.#onWaiting(this.#waiting.size);
        reject(callerGone());
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const piece = { owner, work, begin };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(piece);
      this.#beginNext();
      // Only now is known that it has to wait.
      if (queue.waitingOf(owner) > this.#limits.waitingOfOwner && queue.remove(piece)) {
        signal?.removeEventListener('abort', leave);
        reject(overloaded());
      }
      this.#onWaiting(this.#waiting.size);
    });
  }

  #beginNext(): void {
    const { atOnce, atOnceOfOwner } = this.#limits;
    while (this.#underWay < atOnce) {
      const next = this.#waiting.shift(this.#underWayOf, atOnceOfOwner);
      if (next === null) break;
      this.#underWay += 1;
      this.#underWayOf.set(next.owner, (this.#underWayOf.get(next.owner) ?? 0) + 1);
      next.begin();
    }
    this.#onWaiting(this.#waiting.size);
  }
}

/** What an owner has in a queue. */
interface Share<Owner> {
  readonly pieces: Piece<Owner>[];
  /** The work that was begun for the owner, or that others had when it came. */
  begun: number;
}

/** Pieces that wait, in fair order. */
class FairQueue<Owner> {
  /** An owner without pieces is kept until the others have had as much work: large pieces one by one count, too. */
  readonly #shares = new Map<Owner, Share<Owner>>();
  /**
   * What an owner has had that always waits: an equal share of all work. An owner that comes begins with as much, not with all
   * that it missed. It rises also when only new owners come, so that those who are gone are forgotten.
   */
  #level = 0;
  /** How much it rises when the next piece begins: the share that each owner has of the last one. */
  #rise = 0;
  size = 0;

  get owners(): number {
    return this.#shares.size;
  }

  waitingOf(owner: Owner): number {
    return this.#shares.get(owner)?.pieces.length ?? 0;
  }

  push(piece: Piece<Owner>): void {
    const share = this.#shares.get(piece.owner) ?? { pieces: [], begun: this.#level };
    if (share.pieces.length === 0) share.begun = Math.max(share.begun, this.#level);
    this.#shares.set(piece.owner, share);
    share.pieces.push(piece);
    this.size += 1;
  }

  /** Takes the next piece, of an owner who has fewer than `most` under way. */
  shift(underWayOf: ReadonlyMap<Owner, number>, most: number): Piece<Owner> | null {
    let least: Share<Owner> | null = null;
    let active = 0;
    for (const [owner, share] of this.#shares) {
      const underWay = underWayOf.get(owner) ?? 0;
      if (share.pieces.length === 0 && underWay === 0) {
        if (share.begun <= this.#level) this.#shares.delete(owner);
        continue;
      }
      active += 1;
      if (share.pieces.length > 0 && underWay < most && (least === null || share.begun < least.begun))
        least = share;
    }
    if (least === null) return null;
    const piece = least.pieces.shift()!;
    this.size -= 1;
    this.#level = Math.max(this.#level + this.#rise, least.begun);
    this.#rise = piece.work / active;
    least.begun += piece.work;
    // After all who have had as much.
    this.#shares.delete(piece.owner);
    this.#shares.set(piece.owner, least);
    return piece;
  }

  remove(piece: Piece<Owner>): boolean {
    const pieces = this.#shares.get(piece.owner)?.pieces ?? [];
    const index = pieces.indexOf(piece);
    if (index === -1) return false;
    pieces.splice(index, 1);
    this.size -= 1;
    return true;
  }
}
