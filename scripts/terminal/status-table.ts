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
  return tableText(
    [
      { title: 'STATUS' },
      { title: 'ORDERS', align: 'right' },
      { title: 'SHARE', align: 'right' },
      { title: '' },
      { title: '', narrow: 'wrap' },
    ],
    (Object.keys(COUNT_OF) as OrderStatus[]).map((status) => {
      const count = run[COUNT_OF[status]];
      const share = total === 0 ? 0 : count / total;
      return [
        paint.status(status),
        whole(count),
        percent(share),
        paint.status(status, bar(share, width).padEnd(width)),
        paint.faint(STATUS_WORDS[status]),
      ];
    }),
    columns,
  );
}
