import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useSorting } from '../../client/address.ts';
import { type Column, column } from '../../components/column.ts';
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
  const rows = sortPlaces(found, sorting.sort);
  const chosen = useChosenColumns('capacity', columnsOf(days), rows);
  return (
    <Stack gap="sm">
      <Text size="sm">{fullWords(warehouses)}</Text>
      <FilterBar values={{ q }} filters={[{ name: 'q', label: 'Warehouse name or ID', width: 220 }]}>
        {chosen.menu}
      </FilterBar>
      <DataTable
        label="Shipments by warehouse and day"
        columns={chosen.columns}
        rows={rows}
        idOf={({ warehouse_id }) => warehouse_id}
        linkOf={({ warehouse_id }) => ({ to: '/orders', search: { warehouse_id } })}
        sorting={sorting}
        minWidth={`${20 + days.length * 8}rem`}
        foot={counted(found.length, 'warehouse')}
      />
    </Stack>
  );
}

function fullWords(warehouses: readonly WarehousePlaces[]): string {
  const fullToday = warehouses.filter(({ days: [today] }) => today && isFull(today)).length;
  const fullLater = warehouses.filter(({ days }) => days.some(isFull)).length;
  return `${whole(fullToday)} of ${counted(warehouses.length, 'warehouse')} with a daily limit ${fullToday === 1 ? 'is' : 'are'} full today, ${whole(fullLater)} on some day shown.`;
}

/** The taken part of a day; 0 if it has no limit. */
const fillOf = ({ taken, left }: Day) => (left === null ? 0 : left === 0 ? 1 : taken / (taken + left));

/** Whether nothing more can leave on a day. */
const isFull = ({ left }: Day) => left === 0;

/** Warehouses as a list is sorted: by the days that are full, then by how full today is; or by name. */
function sortPlaces(warehouses: readonly WarehousePlaces[], sort: string): WarehousePlaces[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const byName = (a: WarehousePlaces, b: WarehousePlaces) => a.warehouse_name.localeCompare(b.warehouse_name);
  const fullDays = ({ days }: WarehousePlaces) => days.filter(isFull).length;
  const today = ({ days: [first] }: WarehousePlaces) => (first ? fillOf(first) : 0);
  return warehouses.toSorted((a, b) =>
    sort.endsWith('name')
      ? direction * byName(a, b)
      : direction * (fullDays(a) - fullDays(b) || today(a) - today(b)) || byName(a, b),
  );
}

/** From a part on, a day has a colour. */
const HEAT = [
  { from: 1, look: STATUS_LOOKS.NONE },
  { from: 0.9, look: STATUS_LOOKS.PARTIAL_SPLIT },
  { from: 0.6, look: STATUS_LOOKS.PARTIAL },
];

const placesText = ({ taken, left }: Day) =>
  left === null ? whole(taken) : `${whole(taken)} / ${whole(taken + left)}`;

/** What is taken of a day. It leads to the orders that ship from the warehouse on that day. */
function DayCell({ warehouse_id, ...day }: Day & { warehouse_id: string }) {
  const fill = fillOf(day);
  const look = HEAT.find(({ from }) => fill >= from)?.look;
  const style = look && { color: themed(look.ink), background: themed(look.tint), fontWeight: 600 };
  const link = { to: '/orders', search: { warehouse_id, ships_on: day.date } };
  return (
    <Text span inherit px={6} py={2} bdrs="sm" display="inline-block" style={style}>
      {fill >= 1 && <span aria-hidden="true">{STATUS_LOOKS.NONE.sign} </span>}
      {day.taken === 0 ? (
        <Text span inherit c="dimmed">
          {placesText(day)}
        </Text>
      ) : (
        <TextLink {...link} c="inherit">
          {placesText(day)}
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
    { sortBy: 'name', width: '13rem' },
  ),
  column('fill', 'Full', ({ days: shown }) => counted(shown.filter(isFull).length, 'day'), {
    numeric: true,
    sortBy: 'fill',
    width: '6rem',
  }),
  ...days.map(
    (date, index): Column<WarehousePlaces> =>
      column(
        date,
        dayWords(date),
        ({ warehouse_id, days: shown }) => <DayCell warehouse_id={warehouse_id} {...shown[index]!} />,
        { numeric: true, csv: ({ days: shown }) => placesText(shown[index]!) },
      ),
  ),
];
