import { BarChart, LineChart } from '@mantine/charts';
import { Grid, Paper, Title, useComputedColorScheme } from '@mantine/core';
import '@mantine/charts/styles.css';
import { STATUS_LOOKS, STATUSES } from '../../view/statuses.ts';
import { bucketsOf } from './buckets.ts';
import type { Overview } from './use-overview.ts';

/** The mix of outcomes over time, and the share of units that ships. */
export default function Charts({ data }: { data: Overview }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const rows = bucketsOf(data);
  const series = STATUSES.map((name) => ({ name, color: STATUS_LOOKS[name].fill[isDark ? 1 : 0] }));
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Paper withBorder p="md">
          <Title order={2} mb="sm">
            Outcomes by {data.bucket}
          </Title>
          <BarChart
            h={230}
            data={rows}
            dataKey="label"
            type="stacked"
            series={series}
            withLegend
            tickLine="none"
            barProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <Title order={2} mb="sm">
            Units shipped of those ordered, %
          </Title>
          <LineChart
            h={230}
            data={rows}
            dataKey="label"
            series={[{ name: 'Fill rate', color: STATUS_LOOKS.FULL.fill[isDark ? 1 : 0] }]}
            yAxisProps={{ domain: [0, 100] }}
            dotProps={{ r: 2 }}
            connectNulls={false}
            curveType="linear"
            lineProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Paper>
      </Grid.Col>
    </Grid>
  );
}
