import { BarChart, LineChart } from '@mantine/charts';
import { Grid, useComputedColorScheme } from '@mantine/core';
import '@mantine/charts/styles.css';
import { ChartTable } from '../../components/chart-table.tsx';
import { Hint } from '../../components/hint.tsx';
import { Panel } from '../../components/section.tsx';
import { nameList } from '../../view/name-list.ts';
import { whole } from '../../view/numbers.ts';
import { STATUS_LOOKS, STATUSES, statusTitle } from '../../view/statuses.ts';
import { bucketsOf, changedBuckets } from './buckets.ts';
import type { Overview } from './use-overview.ts';

const OF_ORDERS = { head: 'From', nothing: 'no orders' };

/** Charts of the outcomes and of the fill rate over time. */
export default function Charts({ data }: { data: Overview }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const rows = bucketsOf(data);
  const changes = changedBuckets(data);
  const referenceLines = changes.map((x) => ({ x, color: 'gray.6', strokeDasharray: '4 4' }));
  const series = STATUSES.map((name) => ({
    name,
    label: statusTitle(name),
    color: STATUS_LOOKS[name].fill[isDark ? 1 : 0],
  }));
  const fillRate = [{ name: 'Fill rate', color: STATUS_LOOKS.FULL.fill[isDark ? 1 : 0] }];
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Panel title={`Outcomes by ${data.bucket}`}>
          <ChartTable label={`Outcomes by ${data.bucket}`} series={series} rows={rows} {...OF_ORDERS} />
          <BarChart
            h={170}
            data={rows}
            dataKey="label"
            type="stacked"
            series={series}
            referenceLines={referenceLines}
            withLegend
            legendProps={{ itemSorter: null }}
            valueFormatter={whole}
            yAxisProps={{ allowDecimals: false }}
            tickLine="none"
            barProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Panel title="Fill rate (%)">
          <ChartTable label="Fill rate in percent" series={fillRate} rows={rows} {...OF_ORDERS} />
          <LineChart
            h={170}
            data={rows}
            dataKey="label"
            series={fillRate}
            referenceLines={referenceLines}
            yAxisProps={{ domain: [0, 100] }}
            // Room for the upper half of "100".
            lineChartProps={{ margin: { top: 8 } }}
            dotProps={{ r: 3 }}
            connectNulls
            curveType="linear"
            lineProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Panel>
      </Grid.Col>
      {changes.length > 0 && (
        <Grid.Col>
          <Hint size="xs">Dashed lines: the configuration changed, at {nameList(changes)}.</Hint>
        </Grid.Col>
      )}
    </Grid>
  );
}
