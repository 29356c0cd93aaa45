import { Sparkline } from '@mantine/charts';
import {
  Box,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
} from '@mantine/core';
import '@mantine/charts/styles.css';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { ChartTable } from '../../components/chart-table.tsx';
import { type Column, column, numberColumn } from '../../components/column.ts';
import { Hint } from '../../components/hint.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { bytes, share, whole } from '../../view/numbers.ts';
import { STATUS_LOOKS } from '../../view/statuses.ts';
import { duration, exact } from '../../view/times.ts';

type Day = components['schemas']['ServiceDay'];
type Point = Day['points'][number];
type ClientLoad = Day['clients'][number];

interface Curve {
  readonly name: Exclude<keyof Point, 'at'>;
  readonly label: string;
  readonly words: (value: number) => string;
}

const ofSeconds = (seconds: number) => (seconds === 0 ? 'None' : duration(seconds * 1000));

const CURVES: readonly Curve[] = [
  { name: 'orders_per_second', label: 'Orders per second', words: (value) => value.toFixed(1) },
  { name: 'latency_ms', label: 'Response time, 95th percentile', words: duration },
  { name: 'errors', label: 'Failed requests in 10 min', words: whole },
  { name: 'oldest_run_seconds', label: 'Oldest run waiting', words: ofSeconds },
  { name: 'oldest_delivery_seconds', label: 'Oldest webhook waiting', words: ofSeconds },
  { name: 'database_bytes', label: 'Database', words: bytes },
  { name: 'memory_bytes', label: 'Memory, largest process', words: bytes },
];

const CLIENTS: readonly Column<ClientLoad>[] = [
  column('client', 'Client', ({ client, name }) => (
    <TextLink to="/" search={{ client }} size="sm">
      {name}
    </TextLink>
  )),
  numberColumn('orders', 'Orders', ({ orders }) => orders),
  column('load', 'Orders by hour', ({ orders_by_hour }) => <Line values={orders_by_hour} />),
  column('unshipped', 'Cannot ship', ({ unshipped, orders }) => share(unshipped, orders), { numeric: true }),
  column('failing', 'Cannot ship, by hour', ({ orders_by_hour, unshipped_by_hour }) => (
    <Line
      values={unshipped_by_hour.map((unshipped, hour) => unshipped / Math.max(1, orders_by_hour[hour]!))}
    />
  )),
];

/** So many clients are shown. */
const MOST_CLIENTS = 20;

/** How clients are ordered. */
const ORDERS = {
  load: { label: 'By orders', of: ({ orders }: ClientLoad) => orders },
  failing: {
    label: 'By share that cannot ship',
    of: ({ unshipped, orders }: ClientLoad) => unshipped / orders,
  },
};

/** How high a curve was, or how much the database grew. */
function dayOf({ name, words }: Curve, values: readonly number[]): string {
  const growth = values.at(-1)! - values[0]!;
  if (name === 'database_bytes')
    return growth > 0 ? `Grew by ${bytes(growth)} in a day` : 'Did not grow in a day';
  const peak = Math.max(...values);
  return peak === 0 ? 'None all day' : `Peak ${words(peak)}`;
}

/** The last day of the service as curves, and its clients by load. */
export default function ServiceDay({ day: { points, clients } }: { day: Day }) {
  const rows = points.map((point) => ({ ...point, label: exact(new Date(point.at)) }));
  return (
    <Stack gap="md">
      <ChartTable
        label="Last 24 hours"
        head="From"
        nothing="none"
        series={CURVES.map(({ name, label }) => ({ name, label }))}
        rows={rows}
      />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {CURVES.map((curve) => (
          <CurveCard key={curve.name} curve={curve} points={points} />
        ))}
      </SimpleGrid>
      {clients.length > 0 && <Clients clients={clients} />}
    </Stack>
  );
}

/** The clients, by load or by the share of their orders that cannot ship. */
function Clients({ clients }: { clients: readonly ClientLoad[] }) {
  const [order, setOrder] = useState<keyof typeof ORDERS>('load');
  const { of } = ORDERS[order];
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Clients in the last 24 hours</Title>
        {clients.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Order of clients"
            value={order}
            onChange={(value) => setOrder(value as keyof typeof ORDERS)}
            data={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
          />
        )}
      </Group>
      <RowTable
        label="Clients in the last 24 hours"
        columns={CLIENTS}
        rows={clients.toSorted((a, b) => of(b) - of(a)).slice(0, MOST_CLIENTS)}
        idOf={({ client }) => client}
      />
    </div>
  );
}

/** A curve without axes: its numbers stand beside it. */
function Line({ values, height = 24 }: { values: number[]; height?: number }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Box inert miw={96}>
      <Sparkline
        h={height}
        data={values}
        color={STATUS_LOOKS.SPLIT.fill[isDark ? 1 : 0]}
        fillOpacity={0.2}
        curveType="linear"
        areaProps={{ isAnimationActive: false }}
      />
    </Box>
  );
}

/** What a number is now, its curve, and where it stood highest. */
function CurveCard({ curve, points }: { curve: Curve; points: readonly Point[] }) {
  const { name, label, words } = curve;
  const values = points.map((point) => point[name]).filter((value) => value !== null);
  const last = values.at(-1);
  return (
    <Paper withBorder p="sm">
      <Hint size="xs">{label}</Hint>
      <Text fz="lg" fw={600}>
        {last === undefined ? '–' : words(last)}
      </Text>
      {values.length > 1 && <Line values={values} height={36} />}
      <Hint size="xs">{values.length > 0 && dayOf(curve, values)}</Hint>
    </Paper>
  );
}
