import type { Look } from '../terminal/look.ts';
import { whole } from '../terminal/numbers.ts';
import { type OrderResult, shippedBy, sumOfUnits } from '../terminal/order-result.ts';
import { type TextColumn, tableText } from '../terminal/table.ts';

const COLUMNS: readonly TextColumn[] = [
  { title: 'ORDER', narrow: 'shorten' },
  { title: 'STATUS' },
  { title: 'SHIPS FROM', narrow: 'wrap' },
  { title: 'UNITS', align: 'right' },
  { title: 'REASON', narrow: 'wrap' },
];

/** Results as a table, an order a row. ⚑ marks a policy warning. */
export function resultsTable(results: readonly OrderResult[], { columns, paint }: Look): string {
  const rows = results.map((result) => {
    const shipped = shippedBy(result);
    const warned = 'policy_outcome' in result && result.policy_outcome === 'warned';
    return [
      result.order_id,
      `${paint.status(result.status)}${warned ? paint.warning(' ⚑') : ''}`,
      shipped.map(({ warehouse_id }) => warehouse_id).join(' + ') || '-',
      whole(shipped.reduce((sum, { lines }) => sum + sumOfUnits(lines), 0)),
      result.reason,
    ];
  });
  return tableText(COLUMNS, rows, columns);
}
