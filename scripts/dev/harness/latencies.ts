import { quantile } from '../bench/measure.ts';

/** The percentile `of` (0.5, 0.99) of times, in their unit; NaN if there are none. */
export function percentile(times: readonly number[], of: number): number {
  return times.length === 0
    ? Number.NaN
    : quantile(
        times.toSorted((a, b) => a - b),
        of,
      );
}

/** Makes one call after another until the time is over. Returns how long each took, in milliseconds. */
export async function callFor(seconds: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times;
}
