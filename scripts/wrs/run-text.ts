import type { ListedRun, RunView } from '../../shared/contracts/run.ts';
import { tableText } from '../account/table.ts';
import { progressLine } from './progress-line.ts';

const RUN_HEADINGS = ['RUN', 'NO.', 'KIND', 'STATUS', 'ORDERS', 'ROUTED', 'DONE', 'CREATED'];

/** Runs as a table. */
export function runsTable(runs: readonly ListedRun[]): string {
  return tableText(
    RUN_HEADINGS,
    runs.map((run) => [
      String(run.routing_run_id),
      String(run.client_run_number),
      run.kind,
      run.status,
      String(run.orders_considered),
      String(run.orders_routed),
      `${run.progress.percent} %`,
      run.created_at,
    ]),
  );
}

/** A run in some lines: how it stands, what became of its orders, what was wrong in its input. */
export function runText(run: RunView): string {
  const counts = [
    ['full', run.full_count],
    ['split', run.split_count],
    ['partial', run.partial_count],
    ['partial split', run.partial_split_count],
    ['none', run.none_count],
  ] as const;
  const took =
    run.finished_at === null ? null : (Date.parse(run.finished_at) - Date.parse(run.created_at)) / 1000;
  return [
    `Run ${run.routing_run_id} (number ${run.client_run_number}): ${run.status}`,
    `  ${progressLine(run.progress)}`,
    `  ${counts.map(([status, count]) => `${status} ${count}`).join(', ')}`,
    ...(took === null ? [] : [`  took ${took.toFixed(1)} s`]),
    ...(run.failure === null ? [] : [`  ${run.failure}`]),
    ...faultLines(run).map((line) => `  ${line}`),
  ].join('\n');
}

function faultLines({ fault_count, faults = [] }: RunView): string[] {
  if (fault_count === 0) return [];
  return [
    `${fault_count} faulty ${fault_count === 1 ? 'order was' : 'orders were'} left out:`,
    ...faults.map(
      ({ line, path, message }) => `  ${line === null ? '' : `line ${line}: `}${path}: ${message}`,
    ),
  ];
}
