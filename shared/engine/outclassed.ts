/**
 * By position, the positions that rank behind it and add no more to any row; `rows` are what each position adds. The
 * best set has none of them without it: with it in their place the set has as much, at a smaller sum of rank positions.
 * (True as long as only units and ranks count.)
 */
export function outclassedBy(rows: readonly (readonly number[])[], positions: number): number[][] {
  return Array.from({ length: positions }, (_, better) => {
    const behind = Array.from({ length: positions - better - 1 }, (_, place) => better + 1 + place);
    return behind.filter((worse) => rows.every((row) => row[better]! >= row[worse]!));
  });
}
