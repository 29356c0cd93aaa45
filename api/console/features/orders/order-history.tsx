import { Anchor, Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews } from '../../view/order-result.ts';
import type { useOrderHistory } from './use-order.ts';

type Routing = NonNullable<ReturnType<typeof useOrderHistory>['data']>['routings'][number];

interface OrderHistoryProps {
  readonly orderId: string;
  readonly routings: readonly Routing[];
  readonly shown: Routing;
}

/** All routings of an order, newest first. One of them is shown above. */
export function OrderHistory({ orderId, routings, shown }: OrderHistoryProps) {
  const to = `/orders/${encodeURIComponent(orderId)}`;
  const columns: readonly Column<Routing>[] = [
    { id: 'decided', title: 'Decided', cell: ({ routed_at }) => <MomentText at={routed_at} /> },
    { id: 'status', title: 'Outcome', cell: ({ result }) => <StatusBadge status={result.status} /> },
    {
      id: 'state',
      title: 'State',
      cell: ({ state, state_since }) =>
        state_since === null ? (
          'current'
        ) : (
          <>
            {state} <MomentText at={state_since} />
          </>
        ),
    },
    {
      id: 'from',
      title: 'Ships from',
      cell: ({ result }) =>
        shipmentViews(result as AnyOrderResult)
          .map(({ warehouse }) => warehouse)
          .join(', ') || 'nowhere',
    },
    {
      id: 'run',
      title: 'Run',
      cell: ({ routing_run_id, client_run_number, reroute }) => (
        <>
          <Anchor component={PageLink} to={`/runs/${routing_run_id}`} size="sm">
            #{whole(client_run_number)}
          </Anchor>
          {reroute && ' (rerouted)'}
        </>
      ),
    },
    {
      id: 'why',
      title: 'Why',
      cell: (routing) =>
        routing === shown ? (
          'shown'
        ) : (
          <Anchor
            component={PageLink}
            to={to}
            search={{ decision: String(routing.result.routing_decision_id) }}
            size="sm"
          >
            Show
          </Anchor>
        ),
    },
  ];
  return (
    <div>
      <Title order={2} mb={4}>
        Decision history
      </Title>
      <RowTable
        label="Decision history"
        columns={columns}
        rows={routings}
        idOf={({ result }) => String(result.routing_decision_id)}
        rowProps={(routing) => (routing === shown ? { style: { fontWeight: 600 } } : {})}
      />
    </div>
  );
}
