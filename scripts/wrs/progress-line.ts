import type { RunProgress } from '../../shared/contracts/run.ts';

const BAR_WIDTH = 28;

/** A run's progress as one line without line end: phase, percent, orders, rate and time left. */
export function progressLine(progress: RunProgress): string {
  const { phase, percent, orders_total, orders_routed, orders_scored, orders_per_second, eta_seconds } =
    progress;
  const orders = phase === 'scoring' ? orders_scored : orders_routed;
  return [
    `${phase} ${percent.toFixed(1)} %`,
    phase === 'receiving'
      ? `${whole(orders_total)} orders`
      : `${whole(orders)} of ${whole(orders_total)} orders`,
    ...(orders_per_second === null ? [] : [`${whole(orders_per_second)} orders/s`]),
    ...(eta_seconds === null || phase === 'done' ? [] : [`${duration(eta_seconds)} left`]),
  ].join(', ');
}

/** The same behind a bar. */
export function progressBar(progress: RunProgress): string {
  const filled = Math.floor((progress.percent / 100) * BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${progressLine(progress)}`;
}

/** Seconds as people say them: `45 s`, `3 min 05 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Bytes as megabytes, to one decimal. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
