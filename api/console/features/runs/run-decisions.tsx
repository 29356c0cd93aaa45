import { Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../../client/operations.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { countOf } from '../../components/status-bar.tsx';
import { whole } from '../../view/numbers.ts';
import { REASON_CODES } from '../../view/reasons.ts';
import { isLive, type OrderStatus, STATUSES } from '../../view/statuses.ts';
import { USUAL_ORDER_COLUMNS } from '../orders/order-columns.tsx';
import { useOrderFilters } from '../orders/use-order-filters.ts';
import { LIVE_MS, type Run } from './use-runs.ts';

const DECISIONS = '/account/v1/runs/{routing_run_id}/decisions';

/** The decisions of a run, in the order of its file, with filters in the address. */
export function RunDecisions({ runId, run }: { runId: number; run: Run | undefined }) {
  const { status, warehouse_id, ...sought } = useSearch({ strict: false }) as {
    status?: OrderStatus;
    warehouse_id?: string;
    reason?: string;
  };
  const reason = REASON_CODES.find((known) => known === sought.reason);
  const values = { routing_run_id: runId, limit: 200, status, warehouse_id, reason };
  const isUnderWay = run !== undefined && isLive(run.status);
  const decisions = useList('runs', DECISIONS, 'orders', values, {
    liveMs: () => (isUnderWay ? LIVE_MS : null),
  });
  const decided = run?.progress.orders_routed ?? 0;
  const { refetch } = decisions.query;
  // What was read before the last orders were decided does not have them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status is why it is read again
  useEffect(() => {
    if (run !== undefined && !isLive(run.status)) void refetch();
  }, [run?.status, refetch]);
  const statuses = STATUSES.map((value) => [value, run && whole(countOf(run, value))]);
  const filters = useOrderFilters(['status', 'reason', 'warehouse_id'], {
    status: Object.fromEntries(statuses),
  });
  return (
    <>
      <Title order={2}>Decisions</Title>
      <FilterBar values={{ status, reason, warehouse_id }} filters={filters} />
      <PagedTable
        pages={decisions}
        label="Decisions"
        columns={USUAL_ORDER_COLUMNS}
        idOf={({ routing_decision_id }) => String(routing_decision_id)}
        linkOf={({ order_id, routing_decision_id }) => ({
          to: `/orders/${encodeURIComponent(order_id)}`,
          search: { decision: String(routing_decision_id) },
        })}
        isFiltered={Boolean(status || reason || warehouse_id)}
        empty={
          <Hint>
            {isUnderWay || decided > 0
              ? 'Decisions appear here as orders are routed, in file order.'
              : 'The run ended before any order was decided.'}
          </Hint>
        }
      />
    </>
  );
}
