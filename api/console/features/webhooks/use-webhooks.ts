import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { readAll, usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookEvent = Webhook['events'][number];
export type ListedDelivery = components['schemas']['ListedWebhookDelivery'];

/** How often deliveries are read again while one waits, in milliseconds. */
const LIVE_MS = 2000;

/** The webhook endpoints of the account, all of them. */
export function useWebhooks({ isWanted = true } = {}) {
  const scope = useScope();
  return useQuery({
    enabled: isWanted,
    queryKey: queryKeys.webhooks(scope, 'endpoints'),
    queryFn: () =>
      readAll(
        (cursor) =>
          answerOf(
            api.GET('/account/v1/webhooks', {
              params: { query: { ...clientQuery(scope), ...(cursor && { cursor }) } },
            }),
          ),
        ({ webhooks }) => webhooks,
      ),
  });
}

/** Adds an endpoint. Returns its secret, which is never shown again. */
export function useAddWebhook() {
  return useAccountMutation(
    async (body: { url: string; events: WebhookEvent[] }, query) =>
      (await answerOf(api.POST('/account/v1/webhooks', { params: { query }, body }))).secret,
    ['webhooks'],
  );
}

export function useChangeWebhook() {
  return useAccountMutation(
    (
      { url, etag, ...body }: { url: string; etag: string; events?: WebhookEvent[]; enabled?: boolean },
      query,
    ) =>
      answerOf(
        api.PATCH('/account/v1/webhooks/{url}', {
          params: { path: { url }, query, header: { 'if-match': etag } },
          body,
        }),
      ),
    ['webhooks'],
  );
}

export function useRemoveWebhook() {
  return useAccountMutation(
    (url: string, query) =>
      answerOf(api.DELETE('/account/v1/webhooks/{url}', { params: { path: { url }, query } })),
    ['webhooks'],
  );
}

/** Replaces an endpoint's secret. Returns the new one and until when the previous one is used too. */
export function useRotateSecret() {
  return useAccountMutation(
    (url: string, query) =>
      answerOf(api.POST('/account/v1/webhooks/{url}/rotate', { params: { path: { url }, query } })),
    ['webhooks'],
  );
}

/** The filters of deliveries: parameters of the page's address. */
export interface DeliveryFilters {
  readonly url?: string | undefined;
  readonly status?: string | undefined;
}

/** Deliveries, newest first. They are read again each other second while one waits. */
export function useDeliveries({ url, status }: DeliveryFilters) {
  const scope = useScope();
  const filters = { ...(url && { url }), ...(status && { status: status as ListedDelivery['status'] }) };
  return usePages({
    queryKey: [...queryKeys.webhooks(scope, 'deliveries'), filters],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/webhook-deliveries', {
          params: { query: { ...clientQuery(scope), ...filters, limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: ({ deliveries }) => deliveries,
    liveMs: ({ deliveries }) => (deliveries.some(isWaiting) ? LIVE_MS : null),
  });
}

/** A delivery with what was sent and answered. */
export function useDelivery(delivery_id: number) {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.webhooks(scope, `deliveries/${delivery_id}`),
    queryFn: () =>
      answerOf(
        api.GET('/account/v1/webhook-deliveries/{delivery_id}', {
          params: { path: { delivery_id }, query: clientQuery(scope) },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? LIVE_MS : false),
  });
}

const isWaiting = ({ status }: Pick<ListedDelivery, 'status'>) => status === 'pending';

/** Sends an endpoint a test event. Returns its delivery. */
export function useSendTest() {
  return useDeliveryAction((url: string, query) =>
    answerOf(api.POST('/account/v1/webhooks/{url}/test', { params: { path: { url }, query } })),
  );
}

/** Sends a delivery again. */
export function useSendAgain() {
  return useDeliveryAction((delivery_id: number, query) =>
    answerOf(
      api.POST('/account/v1/webhook-deliveries/{delivery_id}/send', {
        params: { path: { delivery_id }, query },
      }),
    ),
  );
}

function useDeliveryAction<V, A>(act: (value: V, query: { client?: string }) => Promise<A>) {
  const scope = useScope();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => act(value, clientQuery(scope)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
