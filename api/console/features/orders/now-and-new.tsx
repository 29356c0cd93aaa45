import { Text } from '@mantine/core';
import { type Column, column } from '../../components/column.ts';
import { RowTable } from '../../components/row-table.tsx';
import { dollars, whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews, unitsShipped } from '../../view/order-result.ts';
import { dayWords } from '../../view/ship-days.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import type { FoundOrder } from './use-orders.ts';

/** What becomes of an order by one decision. */
export interface Outcome {
  readonly units: number;
  readonly shipments: number;
  readonly arrives: string | null;
  readonly late: boolean;
  readonly cost: number | null;
}

/** An order as it is decided now, and as a dry run decides it; new null: it would ship worse, so it stays. */
export interface NowAndNew {
  readonly order_id: string;
  readonly now: Outcome;
  readonly next: Outcome | null;
}

/** The outcome of a result; an order without a deadline is never late. */
export function outcomeOf(result: AnyOrderResult, deliverBy: string | null | undefined): Outcome {
  const shipments = shipmentViews(result);
  const arrives = result.delivery_date ?? null;
  return {
    units: unitsShipped(shipments),
    shipments: shipments.length,
    arrives,
    late: deliverBy != null && arrives !== null && arrives > deliverBy,
    cost: result.total_cost ?? null,
  };
}

/** The outcome of an order of a list. */
export const outcomeOfFound = (order: FoundOrder): Outcome => ({
  units: order.units_shipped,
  shipments: order.shipments,
  arrives: order.arrives_on,
  late: order.late,
  cost: order.total_cost,
});

/** Whether an order ships better than now: more units, then in time, in fewer shipments, cheaper, earlier. */
export function judge({ now, next }: NowAndNew): 'better' | 'worse' | 'same' {
  if (next === null) return 'same';
  const steps = [
    next.units - now.units,
    Number(now.late) - Number(next.late),
    now.units === 0 ? 0 : now.shipments - next.shipments,
    (now.cost ?? 0) - (next.cost ?? 0),
    now.arrives && next.arrives ? Date.parse(now.arrives) - Date.parse(next.arrives) : 0,
  ];
  const first = steps.find((step) => step !== 0) ?? 0;
  return first > 0 ? 'better' : first < 0 ? 'worse' : 'same';
}

const VERDICTS = {
  better: { words: '✓ better', style: { color: themed(STATUS_LOOKS.FULL.ink), fontWeight: 600 } },
  worse: { words: '✕ worse', style: { color: themed(STATUS_LOOKS.NONE.ink), fontWeight: 600 } },
  same: { words: 'as now', style: {} },
};

function Pair({ row, of }: { row: NowAndNew; of: (outcome: Outcome) => string }) {
  const [now, next] = [of(row.now), row.next === null ? null : of(row.next)];
  return next === null || next === now ? (
    <Text span inherit c="dimmed">
      {now}
    </Text>
  ) : (
    <>
      {now} → <b>{next}</b>
    </>
  );
}

const pair = (id: string, title: string, of: (outcome: Outcome) => string): Column<NowAndNew> =>
  column(id, title, (row) => <Pair row={row} of={of} />, { numeric: true });

const COLUMNS: readonly Column<NowAndNew>[] = [
  column('order', 'Order', ({ order_id }) => order_id),
  column('verdict', 'New', (row) => {
    const { words, style } = VERDICTS[judge(row)];
    return <span style={style}>{words}</span>;
  }),
  pair('units', 'Units', ({ units }) => whole(units)),
  pair('shipments', 'Shipments', ({ shipments }) => whole(shipments)),
  pair('arrives', 'Arrives', ({ arrives, late }) =>
    arrives ? `${dayWords(arrives)}${late ? ', late' : ''}` : '–',
  ),
];
const COST = pair('cost', 'Cost', ({ cost }) => (cost === null ? '–' : dollars(cost)));

/** Orders as they are, and as they would be. */
export function NowAndNewTable({ rows }: { rows: readonly NowAndNew[] }) {
  const hasCosts = rows.some(({ now, next }) => now.cost !== null || next?.cost != null);
  return (
    <RowTable
      label="Now and new"
      columns={hasCosts ? [...COLUMNS, COST] : COLUMNS}
      rows={rows}
      idOf={({ order_id }) => order_id}
    />
  );
}
