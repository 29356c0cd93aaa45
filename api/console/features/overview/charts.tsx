import { BarChart, LineChart } from '@mantine/charts';
import { Grid, useComputedColorScheme } from '@mantine/core';
import '@mantine/charts/styles.css';
import { useRead } from '../../client/operations.ts';
import { useMayChange } from '../../client/rights.ts';
import { ChartTable } from '../../components/chart-table.tsx';
import { Hint } from '../../components/hint.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { Panel } from '../../components/section.tsx';
import { changeSummary } from '../../view/change-words.ts';
import { nameList } from '../../view/name-list.ts';
import { whole } from '../../view/numbers.ts';
import { STATUS_LOOKS, STATUSES, statusTitle } from '../../view/statuses.ts';
import { bucketsOf, changedBuckets } from './buckets.ts';
import type { Overview } from './use-overview.ts';

const OF_ORDERS = { head: 'From', nothing: 'no orders' };

/** The first change of a line, as far as there is room for it, and how many others. */
function namesOfLine([first = '', ...others]: readonly string[]): string {
  const name = first.length > 26 ? `${first.slice(0, 25)}…` : first;
  return others.length > 0 ? `${name} and ${others.length}` : name;
}

/** Charts of the outcomes and of the fill rate over time. */
export default function Charts({ data }: { data: Overview }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const rows = bucketsOf(data);
  const names = useChangeNames(data.changes.length > 0);
  const changes = [...changedBuckets(data, (at) => names.get(at) ?? 'a change')];
  const isLate = (x: string) => rows.findIndex(({ label }) => label === x) * 2 > rows.length;
  const referenceLines = changes.map(([x, named]) => ({
    x,
    label: namesOfLine(named),
    // On the side of the line that has more room.
    labelPosition: isLate(x) ? ('insideTopRight' as const) : ('insideTopLeft' as const),
    color: 'gray.6',
    strokeDasharray: '4 4',
  }));
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
            // On a telephone the legend has three lines.
            h={{ base: 230, md: 170 }}
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
          <Hint size="xs">
            Dashed lines:{' '}
            {nameList(
              changes.map(([at, named]) => `${at} ${nameList(named, 2)}`),
              4,
            )}
            . <TextLink to="/history">History</TextLink>
          </Hint>
        </Grid.Col>
      )}
    </Grid>
  );
}

/** What changed, by the moment; only owners read it. */
function useChangeNames(isAsked: boolean): ReadonlyMap<string, string> {
  const enabled = useMayChange() && isAsked;
  const { data } = useRead('history', '/account/v1/configurations', { limit: 100 }, { enabled });
  return new Map(
    data?.activations.map(({ activated_at, changes }) => [activated_at, changeSummary(changes)]),
  );
}
