import type { OrderLine } from '../types.ts';

/** Up to so many lines, comparing all of them is faster than a Map or a Set of their SKUs. */
export const FEW_LINES = 8;

/** Whether no two lines have the same SKU, as in most orders. Then nothing has to be added up. */
export function haveOwnSkus(lines: readonly OrderLine[]): boolean {
  if (lines.length > FEW_LINES) return new Set(lines.map(({ sku }) => sku)).size === lines.length;
  for (let line = 1; line < lines.length; line++) {
    for (let earlier = 0; earlier < line; earlier++) {
      if (lines[earlier]!.sku === lines[line]!.sku) return false;
    }
  }
  return true;
}
