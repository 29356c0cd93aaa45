import type { OrderStatus } from '../../shared/engine/types.ts';
import { COUNT_OF, ordersIn, type StatusCounts } from '../../shared/ledger/status-counts.ts';
import { bar } from './bar.ts';
import type { Look } from './look.ts';
import { percent, whole } from './numbers.ts';
import { STATUS_WORDS } from './statuses.ts';
import { tableText } from './table.ts';

const WIDEST_BAR = 30;
const NARROWEST_BAR = 10;
/** The greatest width of all columns but the bar. */
const OTHER_COLUMNS = 60;

/** A table of the number of a run's orders of each status, with bars. */
export function statusTable(run: StatusCounts, { columns, paint }: Look): string {
  const total = ordersIn(run);
  const width = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, columns - OTHER_COLUMNS));
  const shareOf = (status: OrderStatus) => (total === 0 ? 0 : run[COUNT_OF[status]] / total);
  return tableText<OrderStatus>(
    [
      ['STATUS', (status) => paint.status(status)],
      ['ORDERS', (status) => whole(run[COUNT_OF[status]]), 'right'],
      ['SHARE', (status) => percent(shareOf(status)), 'right'],
      ['', (status) => paint.status(status, bar(shareOf(status), width).padEnd(width))],
      ['', (status) => paint.faint(STATUS_WORDS[status]), 'wrap'],
    ],
    Object.keys(COUNT_OF) as OrderStatus[],
    columns,
  );
}
