import type { OrderResultA } from '../../shared/contracts/a/schema.ts';
import type { RunView } from '../../shared/contracts/run.ts';
import { type Terminal, whole } from './terminal.ts';

const BAR_WIDTH = 30;

const MEANINGS: Record<OrderResultA['status'], string> = {
  FULL: 'everything from one warehouse',
  SPLIT: 'everything, from several',
  PARTIAL: 'a part, from one warehouse',
  PARTIAL_SPLIT: 'a part, from several',
  NONE: 'nothing can ship',
};

type Counted = Pick<
  RunView,
  'orders_routed' | 'full_count' | 'split_count' | 'partial_count' | 'partial_split_count' | 'none_count'
>;

/** A table of how many of a run's orders came to which status, with bars. */
export function showStatuses(run: Counted, terminal: Terminal): void {
  const counts: Record<OrderResultA['status'], number> = {
    FULL: run.full_count,
    SPLIT: run.split_count,
    PARTIAL: run.partial_count,
    PARTIAL_SPLIT: run.partial_split_count,
    NONE: run.none_count,
  };
  terminal.line(terminal.faint('status           orders    share'));
  for (const [status, meaning] of Object.entries(MEANINGS) as [OrderResultA['status'], string][]) {
    const share = counts[status] / run.orders_routed;
    terminal.line(
      `${terminal.strong(status.padEnd(13))} ${whole(counts[status]).padStart(9)} ${percent(share).padStart(8)}  ` +
        `${bar(share).padEnd(BAR_WIDTH)}  ${terminal.faint(meaning)}`,
    );
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** At least a sliver for what is there at all. */
function bar(share: number): string {
  return share === 0 ? '' : '█'.repeat(Math.max(1, Math.round(share * BAR_WIDTH)));
}
