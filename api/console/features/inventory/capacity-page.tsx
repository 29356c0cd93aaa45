import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useSorting } from '../../client/address.ts';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { useChosenColumns } from '../../components/column-menu.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import { useCapacity } from './use-inventory.ts';

type WarehousePlaces = components['schemas']['Capacity']['warehouses'][number];
type Day = WarehousePlaces['days'][number];

/** How full each warehouse is, today and on the days that follow: a row a warehouse, a column a day. */
export function CapacityPage() {
  const capacity = useCapacity();
  return (
    <Page title="Capacity" lead="Shipments by warehouse and ship date, against each daily limit.">
      <QueryView query={capacity}>
        {({ warehouses }) =>
          warehouses.length === 0 ? (
            <EmptyState
              title="No warehouse has a capacity"
              page={{ to: '/warehouses', verb: 'Go to Warehouses' }}
            >
              Set a daily limit in the warehouse's settings, on the Warehouses page.
            </EmptyState>
          ) : (
            <HeatMap warehouses={warehouses} />
          )
        }
      </QueryView>
    </Page>
  );
}

function HeatMap({ warehouses }: { warehouses: readonly WarehousePlaces[] }) {
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const sorting = useSorting('-fill');
  const sought = q.toLowerCase();
  const found = warehouses.filter(({ warehouse_id, warehouse_name }) =>
    `${warehouse_id}\n${warehouse_name}`.toLowerCase().includes(sought),
  );
  const days = warehouses[0]!.days.map(({ date }) => date);
  const rows = [totalOf(found), ...sortPlaces(found, sorting.sort)];
  const chosen = useChosenColumns('capacity', columnsOf(days), rows);
  return (
    <Stack gap="sm">
      <Text>{fullWords(warehouses)}</Text>
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Warehouse name or ID', width: 220 }]}>
        {chosen.menu}
      </FilterBar>
      <DataTable
        label="Shipments by warehouse and day"
        columns={chosen.columns}
        rows={rows}
        idOf={({ warehouse_id }) => warehouse_id}
        linkOf={({ warehouse_id }) => ({
          to: '/orders',
          search: { warehouse_id: warehouse_id || undefined },
        })}
        rowProps={({ warehouse_id }) =>
          warehouse_id === '' ? { style: { fontWeight: 600, fontSize: 'var(--mantine-font-size-xs)' } } : {}
        }
        sorting={sorting}
        minWidth={`${15 + days.length * 3.4}rem`}
        isFirstFixed
        foot={counted(found.length, 'warehouse')}
      />
    </Stack>
  );
}

/** All warehouses as a row; it has no limit if one of them has none. */
function totalOf(warehouses: readonly WarehousePlaces[]): WarehousePlaces {
  const sum = (of: (row: WarehousePlaces) => number | null) =>
    warehouses.reduce<number | null>((total, row) => {
      const value = of(row);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    warehouse_id: '',
    warehouse_name: 'Total',
    enabled: true,
    when_full: null,
    shipments_per_day: sum(({ shipments_per_day }) => shipments_per_day),
    days: (warehouses[0]?.days ?? []).map(({ date }, at) => ({
      date,
      taken: sum(({ days }) => days[at]!.taken)!,
      left: sum(({ days }) => (days[at]!.ships ? days[at]!.left : 0)),
      ships: warehouses.some(({ days }) => days[at]!.ships),
    })),
  };
}

/** The first ship day from today on, and how many of the warehouses that ship on it are full: what an order that comes now meets. */
function fullWords(warehouses: readonly WarehousePlaces[]): string {
  const enabled = warehouses.filter((row) => row.enabled);
  const next = enabled.flatMap(({ days }) => days.find(({ ships }) => ships)?.date ?? []).toSorted()[0];
  if (next === undefined) return 'No warehouse with a daily limit ships in the next two weeks.';
  const open = enabled.flatMap(({ days }) => days.find(({ date, ships }) => ships && date === next) ?? []);
  return `Next ship day ${dayWords(next)}: ${whole(open.filter(isFull).length)} of ${whole(open.length)} full.`;
}

/** The taken part of a day; 0 if it has no limit. */
const fillOf = ({ taken, left }: Day) => (left === null ? 0 : left === 0 ? 1 : taken / (taken + left));

/** Whether nothing more can leave on a day on which the warehouse ships. */
const isFull = ({ left, ships }: Day) => ships && left === 0;

/** Warehouses as a list is sorted: by the days that are full, then by how full the next ship day is; or by name. */
function sortPlaces(warehouses: readonly WarehousePlaces[], sort: string): WarehousePlaces[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const byName = (a: WarehousePlaces, b: WarehousePlaces) => a.warehouse_name.localeCompare(b.warehouse_name);
  const fullDays = ({ days }: WarehousePlaces) => days.filter(isFull).length;
  const next = ({ days }: WarehousePlaces) => fillOf(days.find(({ ships }) => ships) ?? days[0]!);
  return warehouses.toSorted((a, b) =>
    sort.endsWith('name')
      ? direction * byName(a, b)
      : direction * (fullDays(a) - fullDays(b) || next(a) - next(b)) || byName(a, b),
  );
}

/** From a part on, a day has a colour. */
const HEAT = [
  { from: 1, look: STATUS_LOOKS.NONE },
  { from: 0.9, look: STATUS_LOOKS.PARTIAL_SPLIT },
  { from: 0.6, look: STATUS_LOOKS.PARTIAL },
];

const placesText = ({ taken, left, ships }: Day) =>
  !ships && taken === 0
    ? 'closed'
    : left === null
      ? whole(taken)
      : `${whole(taken)} of ${whole(taken + left)}`;

/** What is taken of a day; the limit has a column. It leads to the orders that ship from the warehouse on that day. */
function DayCell({ warehouse_id, ...day }: Day & { warehouse_id: string }) {
  if (!day.ships && day.taken === 0)
    return <span className="closed-day" role="img" aria-label="closed" title="closed" />;
  const fill = fillOf(day);
  const look = HEAT.find(({ from }) => fill >= from)?.look;
  const style = look && { color: themed(look.ink), background: themed(look.tint), fontWeight: 600 };
  const link = { to: '/orders', search: { warehouse_id: warehouse_id || undefined, ships_on: day.date } };
  return (
    <Text span inherit px={4} bdrs="sm" display="inline-block" style={style} title={placesText(day)}>
      {fill >= 1 && <span aria-hidden="true">{STATUS_LOOKS.NONE.sign}</span>}
      {day.taken === 0 ? (
        <Text span inherit c="dimmed">
          0
        </Text>
      ) : (
        <TextLink {...link} c="inherit">
          {whole(day.taken)}
        </TextLink>
      )}
    </Text>
  );
}

const columnsOf = (days: readonly string[]): readonly Column<WarehousePlaces>[] => [
  column(
    'warehouse',
    'Warehouse',
    ({ warehouse_name, enabled }) => `${warehouse_name}${enabled ? '' : ' (disabled)'}`,
    { sortBy: 'name', width: '9rem' },
  ),
  column(
    'fill',
    'Full',
    ({ warehouse_id, days: shown }) =>
      warehouse_id === '' ? '–' : counted(shown.filter(isFull).length, 'day'),
    { numeric: true, sortBy: 'fill', width: '3.8rem' },
  ),
  numberColumn('limit', 'A day', ({ shipments_per_day }) => shipments_per_day, { width: '3.5rem' }),
  ...days.map(
    (date, index): Column<WarehousePlaces> =>
      column(
        date,
        dayWords(date).split(' ').slice(0, 2).join(' ').replace(',', ''),
        ({ warehouse_id, days: shown }) => <DayCell warehouse_id={warehouse_id} {...shown[index]!} />,
        { numeric: true, csv: ({ days: shown }) => placesText(shown[index]!) },
      ),
  ),
];
