/**
 * How two sets that ship the same units compare (docs/explanation/decisions.md, The best route): fewer warehouses
 * first, then the smaller sum of rank positions, then the lexicographically smaller list. Both ascending; below zero if
 * `left` is better.
 */
export function compareSets(left: readonly number[], right: readonly number[]): number {
  if (left.length !== right.length) return left.length - right.length;
  const bySum = sumOf(left) - sumOf(right);
  if (bySum !== 0) return bySum;
  const differs = left.findIndex((position, index) => position !== right[index]);
  return differs < 0 ? 0 : left[differs]! - right[differs]!;
}

/** The sum of rank positions. */
export function sumOf(positions: readonly number[]): number {
  let sum = 0;
  for (const position of positions) sum += position;
  return sum;
}
