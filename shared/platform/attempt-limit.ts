/**
 * Counts attempts by key within a window of time, in this process. An attempt counts from when it begins, so that
 * many at once are counted too; one that succeeds is taken back.
 */
export class AttemptLimit {
  readonly #attempts: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Admits `attempts` in each `windowSeconds`. */
  constructor(attempts: number, windowSeconds: number) {
    this.#attempts = attempts;
    this.#windowMs = windowSeconds * 1000;
  }

  /** Counts an attempt. Returns 0 where it is admitted, else the seconds after which to try again. */
  begin(key: string, now: number): number {
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#forgetEnded(now);
      this.#windows.set(key, { count: 1, endsAt: now + this.#windowMs });
      return 0;
    }
    if (window.count >= this.#attempts) return Math.ceil((window.endsAt - now) / 1000);
    window.count += 1;
    return 0;
  }

  /** Takes an attempt back that succeeded. */
  succeed(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined) window.count = Math.max(0, window.count - 1);
  }

  #forgetEnded(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
  }
}
