import type { CoverRow } from './cover-rows.ts';

/**
 * The best cover of one or two members, which most orders have; null where none exists. Pairs are tried by
 * their sum of rank positions, then lexicographically, so the first that covers all rows is the best.
 */
export function smallCover(rows: readonly CoverRow[], candidates: number): number[] | null {
  for (let position = 0; position < candidates; position++) {
    if (rows.every(({ need, cover }) => cover[position]! >= need)) return [position];
  }
  for (let rankSum = 1; rankSum <= 2 * candidates - 3; rankSum++) {
    for (let first = Math.max(0, rankSum - candidates + 1); 2 * first < rankSum; first++) {
      if (coverTogether(rows, first, rankSum - first)) return [first, rankSum - first];
    }
  }
  return null;
}

function coverTogether(rows: readonly CoverRow[], first: number, second: number): boolean {
  for (const { need, cover } of rows) if (cover[first]! + cover[second]! < need) return false;
  return true;
}
