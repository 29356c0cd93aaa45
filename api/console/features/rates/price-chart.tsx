import { LineChart } from '@mantine/charts';
import { useComputedColorScheme } from '@mantine/core';
import '@mantine/charts/styles.css';
import { ChartTable } from '../../components/chart-table.tsx';
import { price } from '../../view/numbers.ts';
import { curveRows, type PriceList, zoneName } from './price-curves.ts';

interface PriceChartProps {
  readonly label: string;
  /** A line each. */
  readonly lists: readonly PriceList[];
  readonly currency: string;
}

/** Prices by weight, a line for each zone. */
export default function PriceChart({ label, lists, currency }: PriceChartProps) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const rows = curveRows(lists);
  const series = lists.map(({ zone }, place) => ({
    name: zoneName(place),
    label: `Zone ${zone}`,
    color: zoneColour(lists.length === 1 ? 0 : place / (lists.length - 1), isDark),
    ...(place % 2 === 1 && { strokeDasharray: '6 4' }),
  }));
  return (
    <>
      <ChartTable
        label={label}
        head="Up to weight"
        series={series}
        rows={rows.slice(1)}
        nothing="several parcels"
      />
      <LineChart
        h={280}
        data={rows}
        dataKey="weight"
        series={series}
        curveType="stepBefore"
        withDots={false}
        withLegend
        legendProps={{ itemSorter: null }}
        valueFormatter={price}
        xAxisProps={{ type: 'number', domain: [0, 'dataMax'] }}
        xAxisLabel="Weight"
        yAxisLabel={currency}
        lineProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </>
  );
}

/** The colour of a zone by its place, 0 to 1: from blue to red, and each darker or lighter than the one before. */
function zoneColour(place: number, isDark: boolean): string {
  const lightness = isDark ? 0.85 - 0.2 * place : 0.62 - 0.22 * place;
  return `oklch(${lightness.toFixed(3)} 0.15 ${Math.round(250 - 225 * place)})`;
}
