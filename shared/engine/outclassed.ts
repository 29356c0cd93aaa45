/**
 * By position, those that rank behind it and give no more of anything; `rows` are what each position gives. The
 * best set has none of them without it: putting it in their place gives as much, at a smaller sum of rank
 * positions. (True as long as only the units given and the ranks count.)
 */
export function outclassedBy(rows: readonly (readonly number[])[], positions: number): number[][] {
  return Array.from({ length: positions }, (_, better) => {
    const behind = Array.from({ length: positions - better - 1 }, (_, place) => better + 1 + place);
    return behind.filter((worse) => rows.every((row) => row[better]! >= row[worse]!));
  });
}
