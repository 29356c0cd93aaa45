import type { Look } from './look.ts';
import { counted, money } from './numbers.ts';
import { type OrderResult, shippedBy, sumOfUnits, unshippedOf } from './order-result.ts';
import { paragraph } from './table.ts';
import { type UnitsRow, unitsTable } from './units-table.ts';

/** What a batch ships from each warehouse, with shares and bars, and its totals in a sentence. */
export function batchText(results: readonly OrderResult[], look: Look): string {
  const rows = unitsRows(results);
  const sentence = paragraph(totals(results, look), look.columns);
  return rows.length === 0 ? sentence : `${unitsTable(rows, look)}\n\n${sentence}`;
}

function unitsRows(results: readonly OrderResult[]): UnitsRow[] {
  const shipped = new Map<string, { label: string; units: number }>();
  let missing = 0;
  for (const result of results) {
    for (const { warehouse_id, name, lines } of shippedBy(result)) {
      const row = shipped.get(warehouse_id) ?? { label: name, units: 0 };
      shipped.set(warehouse_id, { ...row, units: row.units + sumOfUnits(lines) });
    }
    missing += sumOfUnits(unshippedOf(result));
  }
  const rows: UnitsRow[] = [...shipped.values()].sort((a, b) => b.units - a.units);
  return missing === 0 ? rows : [...rows, { label: 'cannot ship', units: missing, missing: true }];
}

function totals(results: readonly OrderResult[], look: Look): string {
  const shipments = results.reduce((sum, result) => sum + shippedBy(result).length, 0);
  const optimal = results.filter(({ routing_quality }) => routing_quality === 'Optimal').length;
  const warned = results.filter(
    (result) => 'policy_outcome' in result && result.policy_outcome === 'warned',
  ).length;
  return [
    `${counted(shipments, 'shipment')} in all`,
    `${counted(optimal, 'order')} from the preferred warehouse`,
    ...costOf(results, look),
    ...(warned === 0 ? [] : [`⚑ ${counted(warned, 'order')} with a policy warning`]),
  ]
    .join('; ')
    .concat('.');
}

/** What the orders cost, as far as they have prices. */
function costOf(results: readonly OrderResult[], look: Look): string[] {
  const known = results.flatMap(({ total_cost }) => (total_cost === undefined ? [] : [total_cost]));
  if (known.length === 0) return [];
  const unpriced = known.filter((cost) => cost === null).length;
  const cost = money(
    known.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    look,
  );
  return [`cost ${cost}${unpriced === 0 ? '' : `, and ${counted(unpriced, 'order')} without a price`}`];
}
