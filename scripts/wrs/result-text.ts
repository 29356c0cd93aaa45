import type { Look } from '../terminal/look.ts';
import { whole } from '../terminal/numbers.ts';
import { type OrderResult, shippedBy, sumOfUnits } from '../terminal/order-result.ts';
import { tableText } from '../terminal/table.ts';

const unitsOf = (result: OrderResult) =>
  shippedBy(result).reduce((sum, { lines }) => sum + sumOfUnits(lines), 0);
const isWarned = (result: OrderResult) => 'policy_outcome' in result && result.policy_outcome === 'warned';

/** Results as a table, an order a row. ⚑ marks a policy warning. */
export function resultsTable(results: readonly OrderResult[], { columns, paint }: Look): string {
  const statusOf = (result: OrderResult) =>
    `${paint.status(result.status)}${isWarned(result) ? paint.warning(' ⚑') : ''}`;
  const placesOf = (result: OrderResult) => shippedBy(result).map(({ warehouse_id }) => warehouse_id);
  return tableText<OrderResult>(
    [
      ['ORDER', ({ order_id }) => order_id, 'shorten'],
      ['STATUS', statusOf],
      ['SHIPS FROM', (result) => placesOf(result).join(' + ') || '-', 'wrap'],
      ['UNITS', (result) => whole(unitsOf(result)), 'right'],
      ['REASON', ({ reason }) => reason, 'wrap'],
    ],
    results,
    columns,
  );
}
