import type { OrderStatus } from '../../shared/engine/types.ts';
import type { StatusCounts } from '../../shared/routing/status-counts.ts';
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
  const counts: Record<OrderStatus, number> = {
    FULL: run.full_count,
    SPLIT: run.split_count,
    PARTIAL: run.partial_count,
    PARTIAL_SPLIT: run.partial_split_count,
    NONE: run.none_count,
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const width = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, columns - OTHER_COLUMNS));
  return tableText(
    [
      { title: 'STATUS' },
      { title: 'ORDERS', align: 'right' },
      { title: 'SHARE', align: 'right' },
      { title: '' },
      { title: '', narrow: 'wrap' },
    ],
    (Object.keys(counts) as OrderStatus[]).map((status) => {
      const share = total === 0 ? 0 : counts[status] / total;
      return [
        paint.status(status),
        whole(counts[status]),
        percent(share),
        paint.status(status, bar(share, width).padEnd(width)),
        paint.faint(STATUS_WORDS[status]),
      ];
    }),
    columns,
  );
}
