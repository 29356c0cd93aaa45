import type { RunProgress } from '../../shared/contracts/run.ts';
import { gauge } from './bar.ts';
import { duration, whole } from './numbers.ts';
import { localClock } from './times.ts';

const WIDEST_BAR = 28;
const NARROWEST_BAR = 10;
/** The columns of the text of a usual run. */
const TEXT_COLUMNS = 62;

/** A run's progress as one plain line: phase, percent, orders, rate and time left. */
export function progressLine(progress: RunProgress): string {
  const { phase, percent, orders, rate, left } = partsOf(progress);
  return [`${phase} ${percent}`, `${orders} orders`, ...(rate ? [`${rate} orders/s`] : []), ...left].join(
    ', ',
  );
}

/**
 * The same after a bar, in at most `columns` characters. If they do not suffice, words are left out, and the time left as
 * the last of them. The bar's length depends only on the columns, so that it does not jump.
 */
export function progressBar(progress: RunProgress, columns: number): string {
  const { phase, percent, orders, rate, left } = partsOf(progress);
  const spoken = rate ? [`${rate} orders/s`] : [];
  const short = rate ? [`${rate}/s`] : [];
  const texts = [
    [`${phase} ${percent}`, `${orders} orders`, ...spoken, ...left],
    [`${phase} ${percent}`, orders, ...short, ...left],
    [`${phase} ${percent}`, orders, ...left],
    [percent, ...left],
    [percent],
  ].map((parts) => parts.join(', '));
  const width = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, columns - TEXT_COLUMNS));
  const text = texts.find((each) => width + 1 + each.length <= columns);
  return text === undefined ? percent.slice(0, columns) : `${gauge(progress.percent / 100, width)} ${text}`;
}

function partsOf(progress: RunProgress) {
  const { phase, percent, orders_total, orders_routed, orders_scored, orders_per_second } = progress;
  const done = phase === 'scoring' ? orders_scored : orders_routed;
  return {
    phase,
    percent: `${percent.toFixed(1)} %`,
    orders: phase === 'receiving' ? whole(orders_total) : `${whole(done)} of ${whole(orders_total)}`,
    rate: orders_per_second === null ? null : whole(orders_per_second),
    left: timeLeft(progress),
  };
}

/** The time left, or what the run waits for. */
function timeLeft({ phase, eta_seconds, waiting_for, earlier_run_id, retry_at }: RunProgress): string[] {
  switch (waiting_for) {
    case 'worker':
      return ['waiting for a worker'];
    case 'earlier_run':
      return [`waiting for run ${earlier_run_id}`];
    case 'retry':
      return [`next try at ${localClock(retry_at!)}`];
    default:
      return eta_seconds === null || phase === 'done' ? [] : [`${duration(eta_seconds)} left`];
  }
}
