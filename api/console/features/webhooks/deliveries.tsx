import { Code, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useList, useRead, useWrite } from '../../client/operations.ts';
import { type Column, column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RawJson } from '../../components/raw-json.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { counted } from '../../view/numbers.ts';
import { eventName } from './event-names.ts';
import type { Webhook } from './use-webhooks.ts';

type ListedDelivery = components['schemas']['ListedWebhookDelivery'];

/** How often deliveries are read again while one waits, in milliseconds. */
const LIVE_MS = 2000;

/** It failed, or failed and waits for another try. */
const isFailing = ({ status, attempts }: ListedDelivery) =>
  status === 'failed' || (status === 'pending' && attempts > 0);

const isWaiting = ({ status }: Pick<ListedDelivery, 'status'>) => status === 'pending';

const DELIVERY = '/account/v1/webhook-deliveries/{delivery_id}';

const COLUMNS: readonly Column<ListedDelivery>[] = [
  column('event', 'Event', ({ type }) => eventName(type), { width: '13rem' }),
  column('status', 'Status', (delivery) => <DeliveryState {...delivery} />, {
    width: '11rem',
    csv: ({ status }) => status,
  }),
  column('url', 'Endpoint', ({ url }) => url, { isWide: true }),
  column('answer', 'Response', ({ response_status, error }) => response_status ?? error ?? '–', {
    isWide: true,
  }),
  column('attempts', 'Attempts', ({ attempts }) => attempts, { width: '6rem', numeric: true }),
  column('when', 'When', ({ created_at }) => <MomentText at={created_at} />, { width: '8rem' }),
];

/** One that failed and waits for another try is amber, with its time. */
function DeliveryState({
  status,
  attempts,
  next_attempt_at,
}: Pick<ListedDelivery, 'status' | 'attempts' | 'next_attempt_at'>) {
  if (status !== 'pending' || attempts === 0 || next_attempt_at === null)
    return <StateBadge status={status} />;
  return (
    <>
      <StateBadge status="retrying" />{' '}
      <Text span size="xs">
        {Date.parse(next_attempt_at) < Date.now() ? 'now' : <MomentText at={next_attempt_at} />}
      </Text>
    </>
  );
}

const STATUS_CHOICES = [
  { value: 'failing', label: 'Failing since the last success' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'dropped', label: 'Dropped' },
];

interface DeliveriesProps {
  readonly webhooks: readonly Webhook[];
  /** The delivery that is open. */
  readonly shown: number | null;
  readonly setShown: (delivery_id: number | null) => void;
}

/** What was sent to the endpoints in the last 30 days, to one of them its failures first. A click on a row shows its body and its answer. */
export function Deliveries({ webhooks, shown, setShown }: DeliveriesProps) {
  const { url, status } = useSearch({ strict: false }) as {
    url?: string;
    status?: ListedDelivery['status'] | 'failing';
  };
  const rowsOf = useCallback(
    ({ deliveries: rows }: { deliveries: ListedDelivery[] }) =>
      url ? rows.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a))) : rows,
    [url],
  );
  const deliveries = useList(
    'webhooks',
    '/account/v1/webhook-deliveries',
    'deliveries',
    { url, status, limit: 50 },
    { rowsOf, liveMs: (page) => (page.deliveries.some(isWaiting) ? LIVE_MS : null) },
  );
  return (
    <Stack gap="xs" mt="md">
      <Title order={2}>Deliveries</Title>
      <FilterBar
        values={{ url, status }}
        filters={[
          {
            name: 'url',
            label: 'Endpoint',
            options: webhooks.map(({ url: value }) => ({ value, label: value })),
            width: 260,
          },
          { name: 'status', label: 'Status', options: STATUS_CHOICES },
        ]}
      />
      <PagedTable
        pages={deliveries}
        label="Deliveries"
        columns={COLUMNS}
        idOf={({ delivery_id }) => String(delivery_id)}
        onOpen={({ delivery_id }) => setShown(delivery_id)}
        isFiltered={Boolean(url || status)}
        empty={<EmptyState title="No deliveries yet">Send a test event to see the first one.</EmptyState>}
      />
      <Modal opened={shown !== null} onClose={() => setShown(null)} size="xl" title="Delivery">
        {shown !== null && <DeliveryView id={shown} />}
      </Modal>
    </Stack>
  );
}

function DeliveryView({ id }: { id: number }) {
  const values = { delivery_id: id };
  const delivery = useRead('webhooks', DELIVERY, values, {
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? LIVE_MS : false),
  });
  const again = useWrite('post', `${DELIVERY}/send`, 'webhooks');
  const send = () =>
    again.mutate(values, { onSuccess: () => notifyDone('Delivery queued again.'), onError: notifyFailed });
  return (
    <QueryView query={delivery}>
      {({ type, url, status, attempts, webhook_id, next_attempt_at, answered_at, ...answer }) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="xs">
              <Text fw={600}>{eventName(type)}</Text>
              <DeliveryState status={status} attempts={attempts} next_attempt_at={next_attempt_at} />
            </Group>
            <PlainButton size="xs" loading={again.isPending} onClick={send}>
              Send again
            </PlainButton>
          </Group>
          <Text size="sm" className="anywhere">
            {webhook_id} to {url}, {counted(attempts, 'attempt')}.
          </Text>
          <Text size="sm">
            {answered_at === null ? (
              'No response yet.'
            ) : (
              <>
                Last response <MomentText at={answered_at} />: {answer.response_status ?? answer.error}
              </>
            )}
          </Text>
          {answer.response_body && (
            <Code block tabIndex={0} className="anywhere" aria-label="Response body">
              {answer.response_body}
            </Code>
          )}
          {answer.body !== null && <RawJson title="Request body" value={JSON.parse(answer.body)} />}
        </Stack>
      )}
    </QueryView>
  );
}
