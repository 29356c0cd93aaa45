import { Anchor, Table, Title } from '@mantine/core';
import { MomentText } from '../../components/moment-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { type AnyOrderResult, shipmentsOf } from '../../view/order-result.ts';
import type { useOrderHistory } from './use-order.ts';

type Routing = NonNullable<ReturnType<typeof useOrderHistory>['data']>['routings'][number];

interface OrderHistoryProps {
  readonly orderId: string;
  readonly routings: readonly Routing[];
  readonly shown: Routing;
}

/** Each time that the order was routed, newest first; one of them is shown above. */
export function OrderHistory({ orderId, routings, shown }: OrderHistoryProps) {
  const to = `/orders/${encodeURIComponent(orderId)}`;
  return (
    <div>
      <Title order={2} mb={4}>
        Decisions on this order
      </Title>
      <Table.ScrollContainer minWidth={560} type="native">
        <Table aria-label="Decisions on this order">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Decided</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th>Ships from</Table.Th>
              <Table.Th>Run</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {routings.map((routing) => {
              const id = routing.result.routing_decision_id;
              return (
                <Table.Tr key={id} fw={routing === shown ? 600 : undefined}>
                  <Table.Td>
                    <MomentText at={routing.routed_at} />
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={routing.result.status} />
                  </Table.Td>
                  <Table.Td>
                    {shipmentsOf(routing.result as AnyOrderResult)
                      .map(({ warehouse }) => warehouse)
                      .join(', ') || 'nowhere'}
                  </Table.Td>
                  <Table.Td>
                    <Anchor component={PageLink} to={`/runs/${routing.routing_run_id}`} size="sm">
                      {routing.client_run_number}
                    </Anchor>
                    {routing.reroute && ' (rerouted)'}
                  </Table.Td>
                  <Table.Td>
                    {routing === shown ? (
                      'shown'
                    ) : (
                      <Anchor component={PageLink} to={to} search={{ decision: String(id) }} size="sm">
                        Show
                      </Anchor>
                    )}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
