import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';

/** One time that an order was routed. */
export type Routing = components['schemas']['OrderRouting'];

/** An order's routings, newest first: the order as it was sent, and each result. */
export function useOrderHistory(orderId: string, { isWanted = true } = {}) {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.order(scope, orderId),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/orders/{order_id}', {
          params: { path: { order_id: orderId }, query: { ...scope, limit: 50 } },
        }),
      ),
    enabled: isWanted,
  });
}

/** Why one decision is as it is. */
export function useWhy(decisionId: number | null) {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.why(scope, decisionId),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/decisions/{routing_decision_id}/why', {
          params: { path: { routing_decision_id: decisionId! }, query: scope },
        }),
      ),
    enabled: decisionId !== null,
    placeholderData: keepPreviousData,
    // What a decision saw never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What webhooks were sent of an order, newest first. */
export function useOrderWebhooks(orderId: string) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.order(scope, orderId), 'webhooks'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/account/v1/orders/{order_id}/webhooks', {
            params: { path: { order_id: orderId }, query: scope },
          }),
        )
      ).deliveries,
  });
}

/** The body of a reroute. */
export interface RerouteBody {
  readonly exclude_warehouse_ids?: string[];
  readonly only_warehouse_ids?: string[];
  readonly note?: string;
  /** Changes nothing if fewer units would ship, or in more shipments. */
  readonly unless_worse?: boolean;
}

/** Routes an order again. With `isTrial` it is a dry run. */
export function useReroute(orderId: string, { isTrial }: { isTrial: boolean }) {
  const scope = useScope();
  const reread = useRereadOrders();
  return useMutation({
    mutationFn: (body: RerouteBody) =>
      answerOf(
        api.POST('/account/v1/orders/{order_id}/reroute', {
          params: {
            path: { order_id: orderId },
            query: { ...scope, ...(isTrial && ({ dry_run: 'true', explain: 'true' } as const)) },
          },
          body,
        }),
      ),
    onSuccess: () => (isTrial ? undefined : reread()),
  });
}

/** The dry run of an order's release. It is read only if `isAsked`. */
export function useReleaseTrial(orderId: string, isAsked: boolean) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.order(scope, orderId), 'release'],
    queryFn: () =>
      answerOf(
        api.POST('/account/v1/orders/{order_id}/release', {
          params: { path: { order_id: orderId }, query: { ...scope, dry_run: 'true' } },
          body: {},
        }),
      ),
    enabled: isAsked,
    gcTime: 0,
  });
}

/** Ends an order's reservation. */
export function useRelease(orderId: string) {
  const scope = useScope();
  const reread = useRereadOrders();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/account/v1/orders/{order_id}/release', {
          params: { path: { order_id: orderId }, query: scope },
          body: {},
        }),
      ),
    onSuccess: reread,
  });
}

/** Confirms an order that is held. */
export function useConfirmOrder(orderId: string) {
  const scope = useScope();
  const reread = useRereadOrders();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/account/v1/orders/{order_id}/confirm', {
          params: { path: { order_id: orderId }, query: scope },
          body: {},
        }),
      ),
    onSuccess: reread,
  });
}

/** Reads answers about orders and stock again, after an order has changed. */
export function useRereadOrders() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      (['orders', 'order', 'inventory', 'overview'] as const).map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
}
