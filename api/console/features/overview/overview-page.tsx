import { SegmentedControl, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { lazyScript } from '../../client/service-away.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { readersZone } from '../../view/times.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { Figure } from './figure.tsx';
import { figuresOf } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { Needs } from './needs.tsx';
import { ShadowFigures } from './shadow-figures.tsx';
import { RunList, StockAndPlan } from './short-lists.tsx';
import { type Overview, type OverviewPeriod, PERIODS, useOverview } from './use-overview.ts';

// Charts are a large part of all script, so they are loaded with the first overview.
const Charts = lazyScript(() => import('./charts.tsx'));

const PERIOD_WORDS: Readonly<Record<OverviewPeriod, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
};

/** What happened in a period, and what needs attention. */
export function OverviewPage() {
  const { period: sought } = useSearch({ strict: false }) as { period?: string };
  const period = PERIODS.find((known) => known === sought) ?? '24h';
  const overview = useOverview(period);
  const setSearch = useSetSearch();
  const choose = (value: string) => setSearch({ period: value === '24h' ? undefined : value });
  return (
    <Page
      title="Overview"
      lead={`Last ${PERIOD_WORDS[period]}, compared with the previous ${PERIOD_WORDS[period]}. Times in ${readersZone()}.`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={period}
          onChange={choose}
          data={PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        />
      }
    >
      <QueryView query={overview} lines={8}>
        {(data) => <Figures data={data} />}
      </QueryView>
    </Page>
  );
}

function Figures({ data }: { data: Overview }) {
  const currency = useCurrency(data.figures.costs !== undefined);
  const isNew = data.figures.orders === 0 && data.previous.orders === 0 && data.stock === null;
  if (isNew) return <FirstSteps />;
  const figures = figuresOf(data, currency);
  return (
    <Stack gap="md">
      <Needs data={data} />
      <SimpleGrid cols={figures.length > 6 ? { base: 2, sm: 4 } : { base: 2, sm: 3, lg: 6 }} spacing="sm">
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </SimpleGrid>
      <Suspense fallback={<Skeleton height={280} animate={false} />}>
        <Charts data={data} />
      </Suspense>
      {data.shadow && <ShadowFigures shadow={data.shadow} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <RunList data={data} />
        <StockAndPlan data={data} />
      </SimpleGrid>
    </Stack>
  );
}
