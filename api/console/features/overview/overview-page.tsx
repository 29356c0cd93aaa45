import { List, Paper, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useSetSearch } from '../../client/address.ts';
import { useMayChange } from '../../client/rights.ts';
import { lazyScript } from '../../client/service-away.ts';
import { useWarehouseName } from '../../client/warehouses.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { NeedList } from '../../components/need-list.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted } from '../../view/numbers.ts';
import { reasonStep } from '../../view/reasons.ts';
import { STATUS_LOOKS, themed } from '../../view/statuses.ts';
import { readersZone } from '../../view/times.ts';
import { NextStep } from '../causes/next-step.tsx';
import { type Cause, partsWords, stakeWords, useCauses } from '../causes/use-causes.ts';
import { useCapacity, useShortPairs } from '../inventory/use-inventory.ts';
import { useApiKeys } from '../people/use-people.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { useWebhooks } from '../webhooks/use-webhooks.ts';
import { type FigureView, figuresOf } from './figures.ts';
import { needsOf } from './needs-of.ts';
import { RunList, StockAndPlan } from './short-lists.tsx';
import { type Overview, type OverviewPeriod, PERIODS, useIssues, useOverview } from './use-overview.ts';

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
      <SimpleGrid cols={{ base: 2, sm: 4, lg: figures.length }} spacing="xs">
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </SimpleGrid>
      <Needs data={data} currency={currency} />
      <Suspense fallback={<Skeleton height={280} animate={false} />}>
        <Charts data={data} />
      </Suspense>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <RunList data={data} />
        <StockAndPlan data={data} />
      </SimpleGrid>
    </Stack>
  );
}

const TREND_STYLES = {
  better: { color: themed(STATUS_LOOKS.FULL.ink), fontWeight: 600 },
  worse: { color: themed(STATUS_LOOKS.NONE.ink), fontWeight: 600 },
};

/** A figure with its earlier value, and whether it is better or worse. */
function Figure({ label, value, before, change, trend, to }: FigureView) {
  return (
    <Paper withBorder px="sm" py={6}>
      <Hint size="xs">{label}</Hint>
      <Text fz={17} fw={600} className="anywhere" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {to ? (
          <TextLink {...to} c="inherit">
            {value}
          </TextLink>
        ) : (
          value
        )}
      </Text>
      <Hint size="xs">
        before {before}
        {change !== null && (
          <>
            ,{' '}
            <span {...(trend && { style: TREND_STYLES[trend] })}>
              {change}
              {trend !== null && `, ${trend}`}
            </span>
          </>
        )}
      </Hint>
    </Paper>
  );
}

/** The overview of a client without stock and orders: how to add them. */
function FirstSteps() {
  return (
    <EmptyState title="No orders yet">
      Decisions appear here as orders are routed. To get started:
      <List type="ordered" size="sm" mt="xs">
        <List.Item>
          Add your <TextLink to="/warehouses">warehouses</TextLink>.
        </List.Item>
        <List.Item>
          Upload your stock under <TextLink to="/inventory">Inventory</TextLink>, or send it through the API.
        </List.Item>
        <List.Item>
          <TextLink to="/try">Try an order</TextLink> to see how it would be routed.
        </List.Item>
        <List.Item>
          Route orders: <TextLink to="/runs/new">upload a file</TextLink>, or send them through the API with a
          key from <TextLink to="/api-access">API access</TextLink>.
        </List.Item>
      </List>
    </EmptyState>
  );
}

/** What needs a person now, each as a link to exactly that. A period without faults says so. */
function Needs({ data, currency }: { data: Overview; currency: string | undefined }) {
  const mayChange = useMayChange();
  const { data: capacity } = useCapacity();
  const { data: webhooks = [] } = useWebhooks({ isWanted: mayChange });
  const { data: keys = [] } = useApiKeys({ isWanted: mayChange });
  const { rows: short } = useShortPairs();
  const nameOf = useWarehouseName();
  const counts = useIssues(data);
  const { data: causes } = useCauses({ from: data.from, to: data.to });
  const warehouses = capacity?.warehouses ?? [];
  const facts = {
    overview: data,
    counts,
    causes: causes?.causes ?? [],
    short,
    capacity: warehouses,
    webhooks,
    keys,
  };
  const needs = needsOf(facts, Date.now(), {
    stake: (cause) => stakeWords(cause, currency),
    parts: (cause) => partsWords(cause, nameOf),
  });
  const { orders } = data.figures;
  const nothing = `${orders === 0 ? 'no orders were routed' : `${counted(orders, 'order ships', 'orders ship')} in full`}.`;
  return (
    <NeedList
      needs={needs.map(({ cause, ...need }) => ({
        ...need,
        action: cause && <CauseStep cause={cause} />,
      }))}
      nothing={`Nothing needs you: ${nothing}`}
    />
  );
}

/** What to do about a cause: where it has most of its units. */
function CauseStep({ cause: { cause, skus, partners } }: { cause: Cause }) {
  const step = reasonStep(cause, skus[0]?.sku ?? '', partners[0]?.partner_id);
  return step.to !== undefined && <NextStep step={step} isButton />;
}
