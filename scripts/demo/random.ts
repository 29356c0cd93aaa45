/** A seeded source of numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** A generator with a seed (mulberry32). Its 32 bits of state suffice for demonstrations and tests only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  };
}

/** Draws items by weight. */
export function createLottery<T>(items: readonly T[], weightOf: (item: T) => number): (random: Random) => T {
  const ends: number[] = [];
  let total = 0;
  for (const item of items) {
    total += weightOf(item);
    ends.push(total);
  }
  return (random) => {
    const drawn = random.next() * total;
    const index = ends.findIndex((end) => drawn < end);
    return items[index]!;
  };
}
