import { BarChart, LineChart } from '@mantine/charts';
import { Grid, Paper, Title, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import '@mantine/charts/styles.css';
import { whole } from '../../view/numbers.ts';
import { STATUS_LOOKS, STATUSES } from '../../view/statuses.ts';
import { type BucketRow, bucketsOf } from './buckets.ts';
import type { Overview } from './use-overview.ts';

const FILL_RATE = ['Fill rate'] as const;

/** Charts of the outcomes and of the fill rate over time. */
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
          <ChartTable label={`Outcomes by ${data.bucket}`} columns={STATUSES} rows={rows} />
          <BarChart
            h={230}
            data={rows}
            dataKey="label"
            type="stacked"
            series={series}
            withLegend
            legendProps={{ itemSorter: null }}
            valueFormatter={whole}
            yAxisProps={{ allowDecimals: false }}
            tickLine="none"
            barProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Paper withBorder p="md">
          <Title order={2} mb="sm">
            Fill rate (%)
          </Title>
          <ChartTable label="Fill rate in percent" columns={FILL_RATE} rows={rows} />
          <LineChart
            h={230}
            data={rows}
            dataKey="label"
            series={[{ name: 'Fill rate', color: STATUS_LOOKS.FULL.fill[isDark ? 1 : 0] }]}
            yAxisProps={{ domain: [0, 100] }}
            // Room for the upper half of "100".
            lineChartProps={{ margin: { top: 8 } }}
            dotProps={{ r: 3 }}
            connectNulls
            curveType="linear"
            lineProps={{ isAnimationActive: false }}
            tooltipAnimationDuration={0}
          />
        </Paper>
      </Grid.Col>
    </Grid>
  );
}

interface ChartTableProps {
  readonly label: string;
  readonly columns: readonly (keyof BucketRow)[];
  readonly rows: readonly BucketRow[];
}

/** A chart's numbers as a table, for screen readers. */
function ChartTable({ label, columns, rows }: ChartTableProps) {
  return (
    <VisuallyHidden>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">From</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // The label of an hour may occur twice when clocks are set back.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              <th scope="row">{row.label}</th>
              {columns.map((name) => (
                <td key={name}>{row[name] ?? 'no orders'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
