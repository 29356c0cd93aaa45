import { Button, Grid, Group, Menu, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useScope } from '../../client/scope.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RunBadge } from '../../components/status-badge.tsx';
import { StatusBar } from '../../components/status-bar.tsx';
import { StatusLegend } from '../../components/status-legend.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { isLive, STATUS_LOOKS, STATUSES } from '../../view/statuses.ts';
import { duration, readersZone } from '../../view/times.ts';
import { ORDER_COLUMNS } from '../orders/order-columns.tsx';
import { FaultList } from './fault-list.tsx';
import { useCancelRun, useRun, useRunDecisions } from './use-runs.ts';
import { WarehouseShares } from './warehouse-shares.tsx';

/** One run: how far it is, what came out, its decisions. */
export function RunPage() {
  const runId = Number((useParams({ strict: false }) as { runId: string }).runId);
  const { status, warehouse_id } = useSearch({ strict: false }) as { status?: string; warehouse_id?: string };
  const run = useRun(runId);
  const decisions = useRunDecisions(runId, {
    ...(status && { status }),
    ...(warehouse_id && { warehouse_id }),
  });
  const warehouses = useWarehouses();
  const navigate = useNavigate();
  const cancel = useCancelRun(runId);
  const askToCancel = () =>
    confirm({
      title: `Cancel run #${run.data?.run.client_run_number}?`,
      text: 'It stops at its next chunk. What was decided stays decided; the rest gives its usage back.',
      verb: 'Cancel the run',
      isDangerous: true,
      act: () => cancel.mutateAsync(),
      done: 'The run is being cancelled.',
    });
  return (
    <Page
      title={run.data ? `Run #${whole(run.data.run.client_run_number)}` : 'Run'}
      beside={run.data && <RunBadge status={run.data.run.status} />}
      actions={
        run.data && (
          <>
            {isLive(run.data.run.status) && run.data.run.kind === 'managed' && (
              <Button variant="default" onClick={askToCancel}>
                Cancel …
              </Button>
            )}
            <Downloads runId={runId} />
          </>
        )
      }
    >
      <QueryView query={run}>
        {({ run: data, warehouses: shares }) => (
          <Stack gap="md">
            <Facts run={data} />
            {isLive(data.status) && <LiveProgress run={data} />}
            {data.failure && <Text c="red">{data.failure}</Text>}
            <Grid>
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Paper withBorder p="md" h="100%">
                  <Title order={2} mb="sm">
                    Outcomes
                  </Title>
                  <StatusBar counts={data} isTall />
                  <StatusLegend counts={data} />
                </Paper>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <WarehouseShares shares={shares} />
              </Grid.Col>
            </Grid>
            <FaultList run={data} />
          </Stack>
        )}
      </QueryView>
      <Title order={2}>Decisions</Title>
      <FilterBar
        values={{ status, warehouse_id }}
        filters={[
          {
            name: 'status',
            label: 'Outcome',
            options: STATUSES.map((value) => ({ value, label: `${value}: ${STATUS_LOOKS[value].words}` })),
            width: 190,
          },
          {
            name: 'warehouse_id',
            label: 'Ships from',
            options: (warehouses.data ?? []).map((warehouse) => ({
              value: warehouse.warehouse_id,
              label: warehouse.warehouse_name,
            })),
          },
        ]}
      />
      <PagedTable
        pages={decisions}
        label="Decisions"
        columns={ORDER_COLUMNS}
        idOf={({ routing_decision_id }) => String(routing_decision_id)}
        onOpen={({ order_id, routing_decision_id }) =>
          void navigate({
            to: `/orders/${encodeURIComponent(order_id)}` as string,
            search: { decision: String(routing_decision_id) } as never,
          })
        }
        empty={
          <EmptyState title={status || warehouse_id ? 'No decision matches' : 'No decisions yet'}>
            They stand here in the order of the file, as they are made.
          </EmptyState>
        }
      />
    </Page>
  );
}

type Run = NonNullable<ReturnType<typeof useRun>['data']>['run'];

function Facts({ run }: { run: Run }) {
  const end =
    run.finished_at && run.finished_at !== run.created_at
      ? duration(Date.parse(run.finished_at) - Date.parse(run.created_at))
      : null;
  return (
    <Text size="sm">
      {run.kind === 'managed' ? 'Managed run' : 'Request'} · {counted(run.progress.orders_total, 'order')} ·
      began <MomentText at={run.created_at} /> ({readersZone()}){end !== null && ` · took ${end}`}
    </Text>
  );
}

function LiveProgress({ run }: { run: Run }) {
  const { percent, phase, orders_per_second, eta_seconds, waiting_for, orders_routed } = run.progress;
  return (
    <Stack gap={4}>
      <Progress value={percent} size="lg" aria-label="Progress of the run" transitionDuration={0} />
      <Group gap="md">
        <Text size="sm">
          {phase}, {percent} %, {counted(orders_routed, 'order')} decided
        </Text>
        {orders_per_second !== null && (
          <Text size="sm">{whole(Math.round(orders_per_second))} orders a second</Text>
        )}
        {eta_seconds !== null && <Text size="sm">{duration(eta_seconds * 1000)} left</Text>}
        {waiting_for === 'worker' && <Text size="sm">No worker is alive: it waits for one.</Text>}
      </Group>
    </Stack>
  );
}

/** What of a run can be had as CSV. */
const REPORTS = [
  ['decisions', 'All decisions'],
  ['shipments', 'All shipments'],
  ['unfulfilled', 'What is missing'],
] as const;

/** Results as files of any size: the session's cookie goes with a plain link, and the browser streams to the disk. */
function Downloads({ runId }: { runId: number }) {
  const scope = useScope();
  const search = stringifySearch({ ...scope, routing_run_id: runId });
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">Download</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {REPORTS.map(([name, label]) => (
          <Menu.Item
            key={name}
            component="a"
            href={`/account/v1/reports/${name}.csv${search}`}
            download={`run-${runId}-${name}.csv`}
          >
            {label} (CSV)
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
