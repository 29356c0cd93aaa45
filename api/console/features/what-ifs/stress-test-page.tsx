import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../../client/address.ts';
import { useWarehouses, type Warehouse } from '../../client/warehouses.ts';
import { type Column, column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { nameList } from '../../view/name-list.ts';
import { counted, inCurrency, whole } from '../../view/numbers.ts';
import { isLive, statusTitle } from '../../view/statuses.ts';
import { day } from '../../view/times.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { chosenOrders, type OrdersSearch } from './chosen-orders.ts';
import { COST_FIGURES, differenceText, FIGURES, hasCosts } from './figures.ts';
import { OrdersChoice } from './orders-choice.tsx';
import { newStressTest, type StressRow, useStressTest } from './use-stress-test.ts';
import type { ListedWhatIf } from './use-what-ifs.ts';
import { isCompared } from './what-if-text.ts';

/** Closes each enabled warehouse in turn, and compares. */
export function StressTestPage() {
  const warehouses = useWarehouses();
  return (
    <Page title="Stress test" lead="What if a warehouse closed? One what-if for each enabled warehouse.">
      <QueryView query={warehouses}>
        {(all) => {
          const enabled = all.filter((warehouse) => warehouse.enabled);
          return enabled.length === 0 ? (
            <EmptyState
              title={all.length === 0 ? 'No warehouses yet' : 'No enabled warehouses'}
              page={{ to: '/warehouses', verb: 'Go to Warehouses' }}
            >
              A stress test closes each enabled warehouse in turn.
            </EmptyState>
          ) : (
            <StressTest warehouses={enabled} />
          );
        }}
      </QueryView>
    </Page>
  );
}

function StressTest({ warehouses }: { warehouses: readonly Warehouse[] }) {
  const { of, ...search } = useSearch({ strict: false }) as OrdersSearch & { of?: string };
  const setSearch = useSetSearch();
  const orders = chosenOrders(search, day(new Date()));
  const test = useStressTest(of, orders, warehouses);
  const done = test.rows.filter(({ whatIf }) => whatIf && !isLive(whatIf.status)).length;
  return (
    <Stack gap="md">
      {of === undefined && <OrdersChoice />}
      <Group>
        {of === undefined ? (
          <Button
            disabled={orders === null}
            onClick={() => setSearch({ ...closedPeriod(search), of: newStressTest() })}
          >
            Close each of {counted(warehouses.length, 'warehouse')} in turn
          </Button>
        ) : (
          <Button variant="default" onClick={() => setSearch({ of: undefined })}>
            New stress test
          </Button>
        )}
        {of === undefined && orders === null && (
          <Text size="sm" c="dimmed">
            Choose the orders first.
          </Text>
        )}
      </Group>
      {test.error !== null && <ErrorNote error={test.error} onRetry={test.again} />}
      {of !== undefined && done < warehouses.length && (
        <Paper withBorder p="md">
          <Progress value={(done / warehouses.length) * 100} aria-label="Warehouses compared" />
          <Text size="sm" role="status">
            {whole(done)} of {counted(warehouses.length, 'warehouse')} compared
            {test.missing > 0 && `; ${whole(test.missing)} waiting to start: keep this page open`}
          </Text>
        </Paper>
      )}
      {of === undefined ? (
        <Text size="sm">
          To be closed: {nameList(warehouses.map(({ warehouse_name }) => warehouse_name))}.
        </Text>
      ) : (
        <QueryView query={test.found}>{() => <StressTable rows={test.rows} />}</QueryView>
      )}
    </Stack>
  );
}

const figure = (name: string) => [...FIGURES, ...COST_FIGURES].find((each) => each.name === name)!;

/** A figure's difference, once there is one. */
const differenceColumn = (id: string, title: string, name: string): Column<StressRow> => ({
  id,
  title,
  numeric: true,
  width: '6.75rem',
  cell: ({ whatIf }) =>
    whatIf && isCompared(whatIf) ? differenceText(figure(name), whatIf.baseline, whatIf.draft) : '–',
});

const unfulfilledMore = ({ baseline, draft }: ListedWhatIf) =>
  draft.units_unfulfilled - baseline.units_unfulfilled;

/** The days with an end, so that the orders are the same after a reload on another day. */
const closedPeriod = ({ from, to }: OrdersSearch) => (from && !to ? { to: day(new Date()) } : {});

function StressTable({ rows }: { rows: readonly StressRow[] }) {
  // The worst first; those without an answer yet last.
  const worst = (row: StressRow) =>
    row.whatIf && isCompared(row.whatIf) ? unfulfilledMore(row.whatIf) : Number.NEGATIVE_INFINITY;
  const sorted = rows.toSorted((a, b) => worst(b) - worst(a));
  const here = useSearch({ strict: false }) as Record<string, string>;
  const isPriced = rows.some(({ whatIf }) => whatIf && hasCosts(whatIf));
  const currency = useCurrency(isPriced);
  const [first] = rows.filter(({ whatIf }) => whatIf?.status === 'completed');
  return (
    <>
      {first?.whatIf && (
        <Text size="sm" mb="xs">
          Current rules: {counted(first.whatIf.progress.orders_routed, 'order')},{' '}
          {counted(first.whatIf.baseline.shipments, 'shipment')}, {whole(first.whatIf.baseline.none_count)}{' '}
          cannot ship, {counted(first.whatIf.baseline.units_unfulfilled, 'unit')} unfulfilled,{' '}
          {first.whatIf.baseline.transit_days.mean ?? '–'} days in transit.
        </Text>
      )}
      <DataTable
        label="What closing each warehouse would do"
        columns={isPriced ? [...COLUMNS, { ...COST, title: inCurrency(COST.title, currency) }] : COLUMNS}
        rows={sorted}
        idOf={({ warehouse }) => warehouse.warehouse_id}
        linkOf={({ whatIf }) =>
          whatIf ? { to: `/what-ifs/${whatIf.what_if_id}` } : { to: '/what-ifs/stress-test', search: here }
        }
        minWidth="64rem"
      />
    </>
  );
}

const COLUMNS: readonly Column<StressRow>[] = [
  column('closed', 'Closed', ({ warehouse }) => warehouse.warehouse_name, { wraps: true }),
  column(
    'outcomes',
    'Outcomes',
    ({ whatIf }) => {
      if (whatIf === null) return 'waiting';
      return whatIf.status === 'completed' ? (
        <StatusBar counts={whatIf.draft} />
      ) : (
        <>
          <StateBadge status={whatIf.status} /> {whatIf.progress.percent}%
        </>
      );
    },
    { isWide: true, width: '9rem' },
  ),
  column(
    'changed',
    'Changed',
    ({ whatIf }) => (whatIf && isCompared(whatIf) ? whole(whatIf.orders_changed) : '–'),
    { numeric: true, width: '6.75rem' },
  ),
  differenceColumn('shipments', 'Shipments', 'Shipments'),
  differenceColumn('none', statusTitle('NONE'), statusTitle('NONE')),
  differenceColumn('unfulfilled', 'Unfulfilled', 'Units unfulfilled'),
  differenceColumn('days', 'Days, mean', 'Days in transit, mean'),
  differenceColumn('incomplete', 'Not proven', 'Orders not proven optimal'),
];

const COST = differenceColumn('cost', 'Cost, mean', 'Cost per order');
