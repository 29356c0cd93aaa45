import { ALWAYS_ALLOWED_MS, Charges } from './charges.ts';
import { callerGone, overloaded } from './errors/app-error.ts';
import { WaitTimeout } from './keyed-mutex.ts';

/** The part of the seats that one owner has at most while another is there. */
const PART = 1 / 4;
/** An owner is there if it waits, is under way, or was within so many milliseconds. */
const THERE_MS = 1000;
/** An owner used much less than another if it used less than this part of what the other used. */
const SMALL_PART = 1 / 3;
/** How often the waiting pieces are checked again, because charges fade. */
const LOOK_MS = 50;

interface SeatsOptions<Owner> {
  /** Pieces that are done at a time. Not given: any number, but a part of `partOf` while one is there that used much less. */
  readonly atOnce?: number;
  /** Those of one owner, also while no other is there. By default as many. */
  readonly atOnceOfOwner?: number;
  /** Those of which an owner has a part while another is there. By default `atOnce`. */
  readonly partOf?: number;
  /** Whether an owner that has none begins at once, even if all seats are taken. Then up to twice as many are taken. */
  readonly isElastic?: boolean;
  /** Pieces of one owner that wait. By default any number. */
  readonly waitingOfOwner?: number;
  /** What the owners used, here and elsewhere. By default here alone. */
  readonly charges?: Charges<Owner>;
}

/** A piece that waits. */
interface Piece<Owner> {
  readonly owner: Owner;
  readonly begin: (leave: Leave) => void;
}

/** What an owner has here. */
interface Share {
  waiting: number;
  underWay: number;
  /** When its last piece ended. */
  seen: number;
}

/** Leaves a seat. Further calls do nothing. */
export type Leave = () => void;

/**
 * Seats of one kind, such as threads. The next free one is for the owner that was charged least, and of that owner for the
 * oldest piece. While another owner is there, one has a quarter of the seats at most; while it is alone, all.
 */
export class Seats<Owner> {
  readonly #options: SeatsOptions<Owner>;
  readonly #charges: Charges<Owner>;
  /** Of an owner while another is there. */
  readonly #part: number;
  readonly #waiting: Piece<Owner>[] = [];
  readonly #shares = new Map<Owner, Share>();
  readonly #onWaiting: (waiting: number) => void;
  #underWay = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `onWaiting` is called with the number of pieces that wait. */
  constructor(options: SeatsOptions<Owner> = {}, onWaiting: (waiting: number) => void = () => {}) {
    const { atOnce = Number.POSITIVE_INFINITY, partOf = atOnce } = options;
    this.#options = options;
    this.#charges = options.charges ?? new Charges();
    this.#part = Math.max(1, Math.floor(partOf * PART));
    this.#onWaiting = onWaiting;
  }

  /** Does a piece of an owner in a seat and charges it. Throws as `take`, and as the piece does. */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.take(owner, signal);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#charges.add(owner, (performance.now() - began) / (this.#options.atOnce ?? 1));
      leave();
    }
  }

  /** Takes a seat if the owner may begin at once; null: it has to wait. */
  tryTake(owner: Owner): Leave | null {
    const share = this.#shareOf(owner);
    return share.waiting === 0 && this.#mayBegin(owner, share) ? this.#begin(owner, share) : null;
  }

  /** Takes a seat in any case. */
  enter(owner: Owner): Leave {
    return this.#begin(owner, this.#shareOf(owner));
  }

  /**
   * Takes a seat of an owner when its turn comes. Throws AppError: overloaded if too many pieces of the owner wait, bad_request
   * if the signal is aborted. Throws WaitTimeout after `waitMs`.
   */
  take(owner: Owner, signal?: AbortSignal, waitMs = Number.POSITIVE_INFINITY): Promise<Leave> {
    if (signal?.aborted) return Promise.reject(callerGone());
    const leave = this.tryTake(owner);
    if (leave !== null) return Promise.resolve(leave);
    const share = this.#shareOf(owner);
    if (share.waiting >= (this.#options.waitingOfOwner ?? Number.POSITIVE_INFINITY))
      return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leaveQueue);
      };
      const giveUp = (error: Error) => {
        end();
        this.#remove(piece, share);
        reject(error);
      };
      const leaveQueue = () => giveUp(callerGone());
      const tooLate = () => giveUp(new WaitTimeout('No seat was free in time.'));
      const timer = Number.isFinite(waitMs) ? setTimeout(tooLate, Math.max(0, waitMs)) : undefined;
      const begin = (leave: Leave) => {
        end();
        resolve(leave);
      };
      const piece = { owner, begin };
      this.#waiting.push(piece);
      this.#shares.set(owner, share);
      share.waiting += 1;
      signal?.addEventListener('abort', leaveQueue, { once: true });
      this.#beginNext();
    });
  }

  /** Pieces under way. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Pieces that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Owners that are remembered. */
  get owners(): number {
    return this.#shares.size;
  }

  #shareOf(owner: Owner): Share {
    return this.#shares.get(owner) ?? { waiting: 0, underWay: 0, seen: Number.NEGATIVE_INFINITY };
  }

  #mayBegin(owner: Owner, { underWay }: Share): boolean {
    const { atOnce = Number.POSITIVE_INFINITY, atOnceOfOwner = atOnce, isElastic } = this.#options;
    if (underWay === 0 && isElastic) return this.#underWay < 2 * atOnce;
    if (this.#underWay >= atOnce || underWay >= atOnceOfOwner) return false;
    if (underWay < this.#part) return true;
    if (Number.isFinite(atOnce)) return !this.#hasOther(owner, () => true);
    const used = this.#charges.of(owner);
    return (
      used < ALWAYS_ALLOWED_MS ||
      !this.#hasOther(owner, (other) => this.#charges.of(other) < used * SMALL_PART)
    );
  }

  /** Whether another owner is there that `isMeant` accepts. */
  #hasOther(owner: Owner, isMeant: (other: Owner) => boolean): boolean {
    const since = performance.now() - THERE_MS;
    for (const [other, { waiting, underWay, seen }] of this.#shares) {
      const isThere = waiting > 0 || underWay > 0 || seen > since;
      if (isThere && other !== owner && isMeant(other)) return true;
      if (!isThere && other !== owner) this.#shares.delete(other);
    }
    return false;
  }

  #begin(owner: Owner, share: Share): Leave {
    this.#shares.set(owner, share);
    share.underWay += 1;
    this.#underWay += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      share.underWay -= 1;
      share.seen = performance.now();
      this.#underWay -= 1;
      this.#beginNext();
      // Where an owner never has more than its part, nobody asks who else is there.
      const { atOnce = Number.POSITIVE_INFINITY, atOnceOfOwner = atOnce } = this.#options;
      if (atOnceOfOwner <= this.#part && share.underWay + share.waiting === 0) this.#shares.delete(owner);
    };
  }

  #remove(piece: Piece<Owner>, share: Share): void {
    this.#waiting.splice(this.#waiting.indexOf(piece), 1);
    share.waiting -= 1;
    this.#onWaiting(this.#waiting.length);
  }

  #beginNext(): void {
    if (this.#waiting.length === 0) return;
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const share = this.#shareOf(next.owner);
      this.#remove(next, share);
      next.begin(this.#begin(next.owner, share));
    }
    this.#onWaiting(this.#waiting.length);
    if (this.#waiting.length === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#beginNext();
    }, LOOK_MS);
  }

  /** The oldest piece of the owner that was charged least, of those who may begin; null: there is none. */
  #next(): Piece<Owner> | null {
    let next: Piece<Owner> | null = null;
    let least = Number.POSITIVE_INFINITY;
    const asked = new Set<Owner>();
    for (const piece of this.#waiting) {
      if (asked.has(piece.owner)) continue;
      asked.add(piece.owner);
      const charge = this.#charges.of(piece.owner);
      if (charge < least && this.#mayBegin(piece.owner, this.#shareOf(piece.owner))) {
        next = piece;
        least = charge;
      }
    }
    return next;
  }
}
