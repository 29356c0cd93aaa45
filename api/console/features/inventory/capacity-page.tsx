import { Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { dayWords } from '../../view/ship-days.ts';
import { useCapacity } from './use-capacity.ts';

/** How full each warehouse is, today and on the days that follow. */
export function CapacityPage() {
  const capacity = useCapacity();
  return (
    <Page
      title="Capacity"
      lead="Shipments that leave each warehouse, and the places that are left, by ship date."
    >
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
            <Stack gap="md">
              {warehouses.map((warehouse) => (
                <WarehouseDays key={warehouse.warehouse_id} warehouse={warehouse} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}

type WarehousePlaces = NonNullable<ReturnType<typeof useCapacity>['data']>['warehouses'][number];
type Day = WarehousePlaces['days'][number];

function WarehouseDays({ warehouse }: { warehouse: WarehousePlaces }) {
  const { warehouse_name, warehouse_id, shipments_per_day, when_full, days } = warehouse;
  const limit =
    shipments_per_day === null
      ? 'No capacity any more'
      : `${counted(shipments_per_day, 'shipment')} a day; when full, ${when_full === 'later' ? 'a later day' : 'skipped'}`;
  const shown = days.filter(({ taken }, index) => index === 0 || taken > 0);
  return (
    <Paper withBorder p="md">
      <Title order={2}>{warehouse_name}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {warehouse_id}: {limit}.
      </Text>
      <RowTable
        label={`Places of ${warehouse_name}`}
        columns={DAY_COLUMNS}
        rows={shown}
        idOf={({ date }) => date}
        maxWidth={620}
      />
    </Paper>
  );
}

const DAY_COLUMNS: readonly Column<Day>[] = [
  { id: 'date', title: 'Ship date', cell: ({ date }) => dayWords(date) },
  {
    id: 'fill',
    title: 'Fill',
    cell: ({ taken, left }) => (
      <Progress
        value={left === null ? 0 : (taken / Math.max(1, taken + left)) * 100}
        miw={80}
        aria-label={`${whole(taken)} taken${left === null ? '' : `, ${whole(left)} left`}`}
        transitionDuration={0}
      />
    ),
  },
  { id: 'taken', title: 'Taken', numeric: true, cell: ({ taken }) => whole(taken) },
  { id: 'left', title: 'Left', numeric: true, cell: ({ left }) => (left === null ? '–' : whole(left)) },
];
