import type { Costs } from '../../../shared/contracts/common.ts';
import { optimizationSentence } from '../../../shared/contracts/optimization-sentence.ts';
import type { ListedRun, RunView, ShownRun } from '../../../shared/contracts/run.ts';
import type { Look } from '../../terminal/look.ts';
import { amount, counted, duration, money, whole } from '../../terminal/numbers.ts';
import { progressLine } from '../../terminal/progress-line.ts';
import { statusTable } from '../../terminal/status-table.ts';
import { paragraph, tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import { warningLines } from '../warnings.ts';

/** Runs as a table. RUN is the routing_run_id, which every command takes. */
export function runsTable(runs: readonly ListedRun[], { columns }: Look): string {
  return tableText<ListedRun>(
    [
      ['RUN', (run) => String(run.routing_run_id), 'right'],
      ['KIND', (run) => run.kind],
      ['STATUS', (run) => run.status],
      ['ORDERS', (run) => whole(run.orders_considered), 'right'],
      ['ROUTED', (run) => whole(run.orders_routed), 'right'],
      ['DONE', (run) => `${run.progress.percent.toFixed(1)} %`, 'right'],
      ['CREATED', (run) => localTime(run.created_at), 'wrap'],
    ],
    runs,
    columns,
  );
}

/** A run in some lines: its progress, its orders by status, and the faults of its input. */
export function runText(run: ShownRun, look: Look): string {
  const {
    costs,
    created_at,
    finished_at,
    failure,
    optimization,
    orders_routed,
    orders_superseded,
    orders_unchanged,
    progress,
  } = run;
  // A synchronous run is stored when it ends, so its duration is not known.
  const took =
    finished_at === null || finished_at === created_at
      ? null
      : (Date.parse(finished_at) - Date.parse(created_at)) / 1000;
  return [
    `${look.paint.strong(`Run ${run.routing_run_id}: ${run.status}`)} (${run.kind}, created ${localTime(created_at)})`,
    paragraph(progressLine(progress), look.columns, 2),
    ...(took === null ? [] : [`  took ${took < 60 ? `${took.toFixed(1)} s` : duration(took)}`]),
    ...(failure === null ? [] : [look.paint.bad(paragraph(failure, look.columns, 2))]),
    ...(orders_routed === 0 ? [] : ['', statusTable(run, look)]),
    ...(orders_superseded === 0
      ? []
      : [`${counted(orders_superseded, 'order')} left out: later requests asked for something else.`]),
    ...(orders_unchanged === 0
      ? []
      : [`${counted(orders_unchanged, 'order')} unchanged: they would have shipped worse.`]),
    ...(costs ? ['', costsText(costs, look)] : []),
    ...(optimization ? ['', paragraph(optimizationSentence(optimization), look.columns)] : []),
    ...faultLines(run),
    ...warningLines(run.warnings),
  ].join('\n');
}

function costsText(
  { total_cost, priced_orders, cost_per_order, cost_per_shipment }: Costs,
  look: Look,
): string {
  if (cost_per_order === null || cost_per_shipment === null) return 'No order has a price.';
  return (
    `Cost: ${money(total_cost, look)} for ${counted(priced_orders, 'order')}, ${amount(cost_per_order)} an order, ` +
    `${amount(cost_per_shipment)} a shipment.`
  );
}

function faultLines({ fault_count, faults = [] }: RunView): string[] {
  if (fault_count === 0) return [];
  const unlisted = fault_count - faults.length;
  return [
    '',
    `${counted(fault_count, 'faulty order was', 'faulty orders were')} left out:`,
    ...faults.map(
      ({ line, path, message }) => `  ${line === null ? '' : `line ${whole(line)}: `}${path}: ${message}`,
    ),
    ...(unlisted > 0 ? [`  and ${whole(unlisted)} more`] : []),
  ];
}
