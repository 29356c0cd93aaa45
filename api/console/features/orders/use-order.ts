import { keepPreviousData } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useRead, useWrite } from '../../client/operations.ts';
import type { Kind } from '../../client/query-keys.ts';

/** One time that an order was routed. */
export type Routing = components['schemas']['OrderRouting'];

/** What a reroute asks for. */
export type RerouteBody = components['schemas']['RerouteRequestInput'];

/** An order's routings, newest first: the order as it was sent, and each result. */
export const useOrderHistory = (order_id: string) =>
  useRead('order', '/account/v1/orders/{order_id}', { order_id, limit: 50 });

/** Why one decision is as it is. */
export const useWhy = (decisionId: number | null) =>
  useRead(
    'why',
    '/account/v1/decisions/{routing_decision_id}/why',
    { routing_decision_id: decisionId! },
    // What a decision saw never changes.
    {
      enabled: decisionId !== null,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );

/** Answers about orders and stock, which are others after an order has changed. */
export const OF_ORDERS: readonly Kind[] = ['orders', 'order', 'inventory', 'overview'];

/** Routes an order again. A trial is a dry run. */
export const useReroute = ({ isTrial }: { isTrial: boolean }) =>
  useWrite('post', '/account/v1/orders/{order_id}/reroute', 'orders', { outdates: isTrial ? [] : OF_ORDERS });
