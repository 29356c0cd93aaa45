import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../client/operations.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { nameList } from '../../view/name-list.ts';
import { whole } from '../../view/numbers.ts';
import { type AnyOrderResult, shipmentViews } from '../../view/order-result.ts';
import { ORDER_STATES } from '../../view/order-states.ts';
import { RUN_WORDS, STATUS_LOOKS } from '../../view/statuses.ts';
import { byWhom } from '../history/by-whom.ts';
import { eventName } from '../webhooks/event-names.ts';
import type { Routing } from './use-order.ts';

interface OrderTimeLineProps {
  readonly orderId: string;
  readonly routings: readonly Routing[];
  readonly shown: Routing;
}

interface Happening {
  readonly key: string;
  readonly at: string;
  readonly by?: Routing['by'];
  readonly title: ReactNode;
  readonly text?: ReactNode;
}

/** Everything that happened to an order, newest first. Each of its decisions can be shown above. */
export function OrderTimeLine({ orderId, routings, shown }: OrderTimeLineProps) {
  const { data } = useRead('order', '/account/v1/orders/{order_id}/webhooks', { order_id: orderId });
  const { data: warehouses = [] } = useWarehouses();
  const names = new Map(warehouses.map((each) => [each.warehouse_id, each.warehouse_name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const first = routings.at(-1)!;
  const ordered = first.order.order_created_at;
  const happenings: Happening[] = [
    ...routings.flatMap((routing) => happeningsOf(routing, orderId, { nameOf, isShown: routing === shown })),
    ...(data?.deliveries ?? []).map(
      ({ delivery_id, type, host, status, answered_at, created_at, error, response_status }) => ({
        key: `webhook ${delivery_id}`,
        at: answered_at ?? created_at,
        title: `Webhook “${eventName(type)}” to ${host}: ${RUN_WORDS[status]}`,
        ...(status !== 'delivered' && { text: error ?? response_status }),
      }),
    ),
    { key: 'received', at: first.routed_at, by: first.by, title: 'Received' },
    ...(ordered ? [{ key: 'ordered', at: ordered, title: 'Ordered by the customer' }] : []),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Section title="History">
      <Timeline bulletSize={12} lineWidth={2} role="list" aria-label="History">
        {happenings.map(({ key, at, by, title, text }) => (
          <Timeline.Item key={key} role="listitem" title={<Text size="sm">{title}</Text>}>
            {text && (
              <Text size="sm" className="anywhere">
                {text}
              </Text>
            )}
            <Hint size="xs">
              <MomentText at={at} />
              {by && ` by ${byWhom(by)}`}
            </Hint>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

/** A decision and what became of it, newest first. */
function happeningsOf(
  routing: Routing,
  orderId: string,
  { nameOf, isShown }: { readonly nameOf: (id: string) => string; readonly isShown: boolean },
): Happening[] {
  const { result, reroute, shipments = [] } = routing;
  const { routing_decision_id: id } = result as AnyOrderResult;
  const from = shipmentViews(result as AnyOrderResult).map(({ warehouse }) => warehouse);
  const limits = [
    reroute &&
      reroute.exclude_warehouse_ids.length > 0 &&
      `without ${nameList(reroute.exclude_warehouse_ids.map(nameOf))}`,
    reroute?.only_warehouse_ids && `only from ${nameList(reroute.only_warehouse_ids.map(nameOf))}`,
    reroute?.note && `“${reroute.note}”`,
  ].filter(Boolean);
  return [
    ...laterOf(routing).map((each) => ({ ...each, key: `${id} ${each.title}` })),
    ...shipments.toReversed().map(({ warehouse_id, shipped_at, by, lines }, index) => ({
      key: `${id} shipped ${shipments.length - index}`,
      at: shipped_at,
      by,
      title: `Shipped from ${nameOf(warehouse_id)}`,
      text: nameList(lines.map(({ sku, quantity }) => `${whole(quantity)} × ${sku}`)),
    })),
    {
      key: `${id}`,
      at: routing.decided_at,
      by: routing.by,
      title: (
        <>
          {reroute ? 'Rerouted' : 'Decided'}: {STATUS_LOOKS[result.status].words}
          {from.length > 0 && `, from ${nameList(from)}`}, in run{' '}
          <TextLink to={`/runs/${routing.routing_run_id}`}>#{whole(routing.client_run_number)}</TextLink>
          {' · '}
          {isShown ? (
            <b>shown here</b>
          ) : (
            <TextLink to={`/orders/${encodeURIComponent(orderId)}`} search={{ decision: String(id) }}>
              Show this decision
            </TextLink>
          )}
        </>
      ),
      ...(limits.length > 0 && { text: limits.join(', ') }),
    },
  ];
}

const EVENT_WORDS = { ...ORDER_STATES, confirmed: 'Confirmed' };

/** What was done to the order after a decision. Who ended it was not recorded in earlier versions. */
function laterOf({ events, state, state_since }: Routing): Omit<Happening, 'key'>[] {
  const later = events.map(({ event, ...each }) => ({ ...each, title: EVENT_WORDS[event] }));
  const isEnd = state === 'released' || state === 'left' || state === 'expired';
  if (!isEnd || state_since === null || events.some(({ event }) => event === state)) return later;
  return [...later, { at: state_since, title: ORDER_STATES[state] }];
}
