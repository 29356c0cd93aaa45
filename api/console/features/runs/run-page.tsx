import { Button, Grid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useWrite } from '../../client/operations.ts';
import { useMayWork } from '../../client/rights.ts';
import { isMissing } from '../../client/service-error.ts';
import { confirm } from '../../components/confirm.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { OtherEnvironment } from '../../components/other-environment.tsx';
import { Page } from '../../components/page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Panel } from '../../components/section.tsx';
import { flawOf, StateBadge } from '../../components/status-badge.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { StatusLegend } from '../../components/status-legend.tsx';
import { counted, dollars, money, whole } from '../../view/numbers.ts';
import { isLive } from '../../view/statuses.ts';
import { duration, readersZone } from '../../view/times.ts';
import { useCurrency } from '../rates/use-rates.ts';
import { FaultList } from './fault-list.tsx';
import { LiveProgress } from './live-progress.tsx';
import { RunCauses } from './run-causes.tsx';
import { RunDecisions } from './run-decisions.tsx';
import { RunDownloads } from './run-downloads.tsx';
import { ShipmentsTogether } from './shipments-together.tsx';
import { type Run, useRun } from './use-runs.ts';
import { WarehouseShares } from './warehouse-shares.tsx';

/** One run: its progress, its outcomes, its decisions. */
export function RunPage() {
  const runId = Number((useParams({ strict: false }) as { runId: string }).runId);
  const run = useRun(runId);
  const mayWork = useMayWork();
  const named = { routing_run_id: runId };
  const cancel = useWrite('post', '/account/v1/runs/{routing_run_id}/cancel', 'runs');
  const retry = useWrite('post', '/account/v1/runs/{routing_run_id}/retry', 'runs');
  const askToCancel = () =>
    confirm({
      title: `Cancel run #${run.data?.run.client_run_number}?`,
      text: 'Orders decided so far stay decided. The remaining orders are not routed and do not count toward your plan.',
      verb: 'Cancel run',
      cancel: 'Keep running',
      isDangerous: true,
      act: () => cancel.mutateAsync(named),
      done: 'Cancelling the run.',
    });
  return (
    <Page
      title={run.data ? `Run #${whole(run.data.run.client_run_number)}` : 'Run'}
      beside={run.data && <StateBadge status={run.data.run.status} flaw={flawOf(run.data.run)} />}
      actions={
        run.data && (
          <>
            {mayWork && isLive(run.data.run.status) && run.data.run.kind === 'managed' && (
              <PlainButton onClick={askToCancel}>Cancel run…</PlainButton>
            )}
            {mayWork && canRetry(run.data.run) && (
              <Button
                loading={retry.isPending}
                onClick={() => retry.mutate(named, { onError: notifyFailed })}
              >
                Retry
              </Button>
            )}
            {mayWork && (
              <Button
                variant="default"
                component={PageLink}
                to="/what-ifs/new"
                search={{ run: String(runId) }}
              >
                What if…
              </Button>
            )}
            <RunDownloads runId={runId} />
          </>
        )
      }
    >
      <QueryView query={run} ifMissing={<OtherEnvironment />}>
        {({ run: data, warehouses: shares }) => (
          <Stack gap="md">
            <Facts run={data} />
            {isLive(data.status) && <LiveProgress progress={data.progress} />}
            {data.failure && <Text c="red">{data.failure}</Text>}
            <FaultList run={data} />
            <Grid>
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Panel title="Outcomes" h="100%">
                  <StatusBar counts={data} isTall />
                  <StatusLegend counts={data} />
                </Panel>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <WarehouseShares shares={shares} isLive={isLive(data.status)} />
              </Grid.Col>
            </Grid>
            {!isLive(data.status) && <RunCauses run={data} />}
            {data.optimization && <ShipmentsTogether optimization={data.optimization} />}
          </Stack>
        )}
      </QueryView>
      {!isMissing(run.error) && <RunDecisions runId={runId} run={run.data?.run} />}
    </Page>
  );
}

/** Whether a retry can continue the run: not if it failed before all of its orders were received. */
function canRetry({ status, progress }: Run): boolean {
  return status === 'failed' && progress.phase !== 'done';
}

function Facts({ run }: { run: Run }) {
  const end =
    run.finished_at && run.finished_at !== run.created_at
      ? duration(Date.parse(run.finished_at) - Date.parse(run.created_at))
      : null;
  const currency = useCurrency(run.costs !== undefined);
  return (
    <div>
      <Text size="sm">
        {run.kind === 'managed' ? 'Managed run' : 'Request'} · ID {run.routing_run_id} ·{' '}
        {counted(run.progress.orders_total, 'order')} · started <MomentText at={run.created_at} /> (
        {readersZone()}){end !== null && ` · took ${end}`}
      </Text>
      {run.costs && <Text size="sm">{costsText(run.costs, currency)}</Text>}
    </div>
  );
}

function costsText(
  { total_cost, priced_orders, cost_per_order, cost_per_shipment }: NonNullable<Run['costs']>,
  currency: string | undefined,
) {
  if (cost_per_order === null || cost_per_shipment === null) return 'No order has a price.';
  return `Cost: ${money(total_cost, currency)} for ${counted(priced_orders, 'order')}, ${dollars(cost_per_order)} per order, ${dollars(cost_per_shipment)} per shipment.`;
}
