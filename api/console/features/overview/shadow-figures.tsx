import { type Column, column } from '../../components/column.ts';
import { Hint } from '../../components/hint.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Panel } from '../../components/section.tsx';
import { change, counted, dollars, inCurrency, mean, whole } from '../../view/numbers.ts';
import { useCurrency } from '../rates/use-rates.ts';
import type { Overview } from './use-overview.ts';

type Shadow = NonNullable<Overview['shadow']>;
type Side = Shadow['live'];

interface Compared {
  readonly name: string;
  readonly of: (side: Side) => number | null;
  /** The number as text; as a count without it. */
  readonly text?: (value: number) => string;
}

/** What is compared, in the order of the table. */
const ROWS: readonly Compared[] = [
  { name: 'Orders in full from one warehouse', of: (side) => side.full_count },
  { name: 'Orders split', of: (side) => side.split_count },
  { name: 'Orders in part', of: (side) => side.partial_count + side.partial_split_count },
  { name: 'Orders that cannot ship', of: (side) => side.none_count },
  { name: 'Orders with a warning', of: (side) => side.orders_warned },
  { name: 'Shipments', of: (side) => side.shipments },
  { name: 'Units shipped', of: (side) => side.units_shipped },
  { name: 'Units not shipped', of: (side) => side.units_unfulfilled },
  { name: 'Days in transit, mean', of: (side) => side.transit_days.mean, text: mean },
];

/** What accounts with rates compare, too. */
const COSTS: readonly Compared[] = [
  { name: 'Cost per order', of: ({ costs }) => costs?.cost_per_order ?? null, text: dollars },
  { name: 'Cost per shipment', of: ({ costs }) => costs?.cost_per_shipment ?? null, text: dollars },
];

interface Row {
  readonly name: string;
  readonly live: number | null;
  readonly shadow: number | null;
  readonly text: (value: number) => string;
}

const said = (value: number | null, text: Row['text']) => (value === null ? '–' : text(value));

const COLUMNS: readonly Column<Row>[] = [
  column('name', 'Figure', ({ name }) => name, { wraps: true }),
  column('live', 'Live', ({ live, text }) => said(live, text), { numeric: true }),
  column('shadow', 'Shadow', ({ shadow, text }) => said(shadow, text), { numeric: true }),
  column(
    'change',
    'Change',
    ({ live, shadow }) => (live === null || shadow === null ? '–' : (change(shadow, live) ?? '–')),
    { numeric: true },
  ),
];

/** What was decided, beside what the shadow settings would have decided. */
export function ShadowFigures({ shadow }: { shadow: Shadow }) {
  const { compared, stale, dropped, live } = shadow;
  const currency = useCurrency(live.costs !== undefined);
  const costs = COSTS.map((row) => ({ ...row, name: inCurrency(row.name, currency) }));
  const rows = [...ROWS, ...(live.costs ? costs : [])].map(({ name, of, text = whole }) => ({
    name,
    live: of(live),
    shadow: of(shadow.shadow),
    text,
  }));
  return (
    <Panel title="Shadow settings">
      <Hint mb="sm">
        Compared: {counted(compared.orders, 'order')} of {counted(compared.runs, 'run')}. Dropped under load:{' '}
        {counted(dropped.orders, 'order')} of {counted(dropped.runs, 'run')}. Not comparable, because stock
        changed: {counted(stale.orders, 'order')} of {counted(stale.runs, 'run')}.
      </Hint>
      {compared.runs > 0 && (
        <RowTable label="Live and shadow" columns={COLUMNS} rows={rows} idOf={({ name }) => name} />
      )}
    </Panel>
  );
}
