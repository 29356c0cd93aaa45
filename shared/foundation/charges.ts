/** After so long, half of what was used is forgotten. */
const HALF_LIFE_MS = 1000;
/** The charge of an owner who uses all of the process all the time. */
const FOREVER_MS = HALF_LIFE_MS / Math.LN2;
/** Owners who used less are forgotten. */
const NOTHING_MS = 0.001;
/** Owners who used less neither wait nor are refused, however little others used. */
export const ALWAYS_ALLOWED_MS = 100;

interface Charge {
  ms: number;
  /** When it was so many milliseconds. */
  at: number;
}

/**
 * What each owner used lately of a process, in milliseconds of all of it: a millisecond of the event loop is one, of one of
 * ten connections a tenth. It fades within seconds.
 */
export class Charges<Owner> {
  readonly #charges = new Map<Owner, Charge>();
  readonly #total: Charge = { ms: 0, at: 0 };
  readonly #now: () => number;
  #swept = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Adds what an owner used. */
  add(owner: Owner, ms: number): void {
    const now = this.#now();
    let charge = this.#charges.get(owner);
    if (charge === undefined) {
      charge = { ms: 0, at: now };
      this.#charges.set(owner, charge);
    }
    for (const each of [charge, this.#total]) {
      each.ms = faded(each, now) + ms;
      each.at = now;
    }
    if (now - this.#swept > HALF_LIFE_MS) this.#sweep(now);
  }

  /** Adds that an owner held a part of something for some time, at its end. */
  held(owner: Owner, part: number, ms: number): void {
    this.add(owner, part * Math.min(ms, FOREVER_MS));
  }

  /** What is left of what an owner used. */
  of(owner: Owner): number {
    const charge = this.#charges.get(owner);
    return charge === undefined ? 0 : faded(charge, this.#now());
  }

  /**
   * Whether an owner used more than its share: no less than the others used on average, and no less than half of what the
   * largest user used. So one small user beside many that are smaller is not over its share. Somebody always is, if anybody
   * used much.
   */
  isOver(owner: Owner): boolean {
    const used = this.of(owner);
    const now = this.#now();
    if (used < ALWAYS_ALLOWED_MS || used < faded(this.#total, now) / this.#charges.size) return false;
    for (const charge of this.#charges.values()) if (faded(charge, now) / 2 > used) return false;
    return true;
  }

  /** Owners that are remembered. */
  get owners(): number {
    return this.#charges.size;
  }

  #sweep(now: number): void {
    this.#swept = now;
    for (const [owner, charge] of this.#charges)
      if (faded(charge, now) < NOTHING_MS) this.#charges.delete(owner);
  }
}

function faded({ ms, at }: Charge, now: number): number {
  return ms * 2 ** ((at - now) / HALF_LIFE_MS);
}
