import { Group, List, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useWrite } from '../../client/operations.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { LinkedSentence } from '../../components/linked-sentence.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateBadge } from '../../components/status-badge.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { readersZone } from '../../view/times.ts';
import { OF_ORDERS } from '../orders/use-order.ts';
import { FilterText } from './filter-text.tsx';
import { type BulkAction, useBulkActions } from './use-bulk-actions.ts';

const TITLES: Readonly<Record<BulkAction['action'], string>> = {
  release: 'Release orders',
  reroute: 'Reroute orders',
};

/** Bulk actions with their progress, newest first. */
export function BulkActionsPage() {
  const { query, rows, onEnd } = useBulkActions();
  return (
    <Page
      title="Bulk actions"
      lead={`Each is a run, which continues after you close this page. Times in ${readersZone()}.`}
    >
      <QueryView query={query}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title="No bulk actions yet" page={{ to: '/orders', verb: 'Go to Orders' }}>
              To release or reroute many orders at once, filter the list of orders and open Bulk actions.
            </EmptyState>
          ) : (
            <Stack gap="sm">
              {rows.map((action) => (
                <ActionCard key={action.bulk_action_id} action={action} />
              ))}
              {query.hasNextPage && (
                <PlainButton onClick={onEnd} loading={query.isFetchingNextPage}>
                  Show older actions
                </PlainButton>
              )}
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}

function ActionCard({ action }: { action: BulkAction }) {
  const cancel = useWrite('post', '/account/v1/bulk-actions/{bulk_action_id}/cancel', 'bulk-actions', {
    outdates: ['bulk-actions', ...OF_ORDERS],
  });
  const { bulk_action_id: id, status, filter, requested_by, created_at, failure } = action;
  const isRunning = status === 'running';
  return (
    <Paper withBorder p="md" component="article" aria-label={`${TITLES[action.action]}, number ${id}`}>
      <Group justify="space-between" align="flex-start">
        <Group gap="xs">
          <Title order={2}>{TITLES[action.action]}</Title>
          <StateBadge status={status} />
        </Group>
        {isRunning && (
          <PlainButton
            size="xs"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ bulk_action_id: id! }, { onError: notifyFailed })}
          >
            Cancel
          </PlainButton>
        )}
      </Group>
      <FilterText filter={filter} />
      <Hint className="anywhere">
        Started by {requested_by} <MomentText at={created_at} />
      </Hint>
      <ActionProgress action={action} />
      {failure && (
        <Text size="sm" c="red">
          {failure}
        </Text>
      )}
      <TallyList action={action} />
    </Paper>
  );
}

function ActionProgress({ action: { progress } }: { action: BulkAction }) {
  const { phase, orders_found } = progress;
  if (phase === 'finding')
    return (
      <Text size="sm" role="status">
        Finding matching orders: {whole(orders_found)} so far
      </Text>
    );
  const handled =
    progress.orders_done + progress.orders_unchanged + progress.orders_skipped + progress.orders_failed;
  return (
    <>
      {phase === 'acting' && (
        <Progress value={(handled / orders_found) * 100} my={4} aria-label="Orders processed" />
      )}
      <Text size="sm" role="status">
        {whole(handled)} of {counted(orders_found, 'order')} processed
      </Text>
    </>
  );
}

/** The number of orders of each outcome, and the failures. */
function TallyList({ action: { progress, failures } }: { action: BulkAction }) {
  const lines: readonly (readonly [count: number, words: string])[] = [
    [progress.orders_done, 'rerouted'],
    [progress.orders_unchanged, 'unchanged: rerouting would not improve them'],
    [progress.orders_skipped, 'skipped: routed again or ended meanwhile'],
    [progress.orders_failed, 'failed'],
  ];
  const unlisted = progress.orders_failed - failures.length;
  return (
    <List size="sm">
      {lines
        .filter(([count]) => count > 0)
        .map(([count, words]) => (
          <List.Item key={words}>
            {whole(count)} {words}
          </List.Item>
        ))}
      {failures.map(({ order_id, detail }) => (
        <List.Item key={order_id}>
          <b className="anywhere">{order_id}</b> <LinkedSentence text={detail} />
        </List.Item>
      ))}
      {unlisted > 0 && <List.Item>and {whole(unlisted)} more</List.Item>}
    </List>
  );
}
