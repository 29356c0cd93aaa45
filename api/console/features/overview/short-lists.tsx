import { Group, Progress, Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { Panel } from '../../components/section.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import type { Overview } from './use-overview.ts';

const MAX_ROWS = 6;

/** The runs that are under way. */
export function RunList({ data: { runs } }: { data: Overview }) {
  return (
    <Panel h="100%" title="Runs under way">
      <Hint>
        {runs.under_way_count === 0 ? 'No run is under way.' : `${counted(runs.under_way_count, 'run')}.`}
      </Hint>
      {runs.under_way.slice(0, MAX_ROWS).map((run) => (
        <Group key={run.routing_run_id} justify="space-between" wrap="nowrap">
          <TextLink to={`/runs/${run.routing_run_id}`} size="sm">
            #{whole(run.client_run_number)}, {counted(run.progress.orders_total, 'order')}
          </TextLink>
          <StateBadge status={run.status} />
        </Group>
      ))}
    </Panel>
  );
}

/** The age of the stock, and the used part of the plan. */
export function StockAndPlan({ data: { stock, usage } }: { data: Overview }) {
  return (
    <Panel h="100%" title="Stock and plan">
      {stock === null ? (
        <Text size="sm">
          No stock yet. Upload it under <TextLink to="/inventory">Inventory</TextLink>.
        </Text>
      ) : (
        <Text size="sm">
          Stock updated <MomentText at={stock.synced_at} />, {counted(stock.rows_received, 'row')}
          {stock.source_name === null ? '' : ` from ${stock.source_name}`}.
        </Text>
      )}
      <Text size="sm">
        Plan {usage.plan}: {whole(usage.used)}
        {usage.limit !== null && ` of ${whole(usage.limit)}`} routed orders{' '}
        {usage.period === 'month' ? 'this month' : 'in total'}
        {usage.limit === null && ', no limit'}.
      </Text>
      {usage.limit !== null && <Progress value={(usage.used / usage.limit) * 100} aria-label="Plan usage" />}
      <TextLink to="/usage" size="sm">
        Usage and plan
      </TextLink>
    </Panel>
  );
}
