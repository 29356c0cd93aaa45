import { Sparkline } from '@mantine/charts';
import { Anchor, Paper, SimpleGrid, Stack, Text, Title, useComputedColorScheme } from '@mantine/core';
import '@mantine/charts/styles.css';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { ChartTable } from '../../components/chart-table.tsx';
import type { Column } from '../../components/column.ts';
import { PageLink } from '../../components/page-link.tsx';
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
  {
    id: 'client',
    title: 'Client',
    cell: ({ client, name }) => (
      <Anchor component={PageLink} to="/" search={{ client }} size="sm">
        {name}
      </Anchor>
    ),
  },
  { id: 'orders', title: 'Orders', numeric: true, cell: ({ orders }) => whole(orders) },
  {
    id: 'unshipped',
    title: 'Cannot ship',
    numeric: true,
    cell: ({ unshipped, orders }) => share(unshipped, orders),
  },
];

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
      {clients.length > 0 && (
        <div>
          <Title order={2} mb="xs">
            Clients in the last 24 hours
          </Title>
          <RowTable
            label="Clients in the last 24 hours"
            columns={CLIENTS}
            rows={clients}
            idOf={({ client }) => client}
          />
        </div>
      )}
    </Stack>
  );
}

/** What a number is now, its curve, and where it stood highest. */
function CurveCard({ curve, points }: { curve: Curve; points: readonly Point[] }) {
  const { name, label, words } = curve;
  const isDark = useComputedColorScheme('light') === 'dark';
  const values = points.map((point) => point[name]).filter((value) => value !== null);
  const last = values.at(-1);
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz="lg" fw={600}>
        {last === undefined ? '–' : words(last)}
      </Text>
      {values.length > 1 && (
        <div inert>
          <Sparkline
            h={36}
            data={values}
            color={STATUS_LOOKS.SPLIT.fill[isDark ? 1 : 0]}
            fillOpacity={0.2}
            curveType="linear"
            areaProps={{ isAnimationActive: false }}
          />
        </div>
      )}
      <Text size="xs" c="dimmed">
        {values.length > 0 && dayOf(curve, values)}
      </Text>
    </Paper>
  );
}
