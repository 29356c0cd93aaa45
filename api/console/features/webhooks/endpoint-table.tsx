import { Group, Text } from '@mantine/core';
import { sending } from '../../client/calls.ts';
import { useWrite } from '../../client/operations.ts';
import { type Column, column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { useChange } from '../../components/use-change.ts';
import { counted } from '../../view/numbers.ts';
import { eventName } from './event-names.ts';
import type { Webhook } from './use-webhooks.ts';

interface EndpointTableProps {
  readonly rows: readonly Webhook[];
  readonly onEdit: (webhook: Webhook) => void;
  readonly onRotate: (webhook: Webhook) => void;
  /** Shows the delivery of a test and its answer. */
  readonly onTested: (delivery_id: number) => void;
}

/** Webhook endpoints with their last answer, and buttons for each. */
export function EndpointTable({ rows, onEdit, onRotate, onTested }: EndpointTableProps) {
  const test = useWrite('post', '/account/v1/webhooks/{url}/test', 'webhooks');
  const remove = useChange(sending('delete', '/account/v1/webhooks/{url}'), { outdates: ['webhooks'] });
  const sendTest = (url: string) =>
    test.mutate(
      { url },
      {
        onSuccess: (sent) => onTested(sent!.delivery_id),
        onError: notifyFailed,
      },
    );
  const askToRemove = (url: string) =>
    remove.ask(
      { url },
      {
        title: 'Remove endpoint?',
        text: `Nothing more is sent to ${url}. Its secret and deliveries are deleted.`,
        verb: 'Remove endpoint',
        isDangerous: true,
        done: 'Endpoint removed.',
      },
    );
  const columns: readonly Column<Webhook>[] = [
    column(
      'url',
      'URL',
      ({ url }) => (
        <TextLink to="/webhooks" search={{ url }}>
          {url}
        </TextLink>
      ),
      { isWide: true, wraps: true },
    ),
    column('events', 'Events', ({ events }) => events.map(eventName).join(', '), {
      wraps: true,
      width: '11rem',
    }),
    column('last', 'Last response', (webhook) => <LastAnswer {...webhook} />, {
      wraps: true,
      width: '12rem',
    }),
    column(
      'actions',
      'Actions',
      (webhook) => (
        <Group gap={4} wrap="nowrap">
          <RowButton label={`Edit ${webhook.url}`} onClick={() => onEdit(webhook)}>
            Edit
          </RowButton>
          <RowButton label={`Send test to ${webhook.url}`} onClick={() => sendTest(webhook.url)}>
            Send test
          </RowButton>
          <RowButton label={`New secret for ${webhook.url}`} onClick={() => onRotate(webhook)}>
            New secret
          </RowButton>
          <RowButton label={`Remove ${webhook.url}`} onClick={() => askToRemove(webhook.url)}>
            Remove
          </RowButton>
        </Group>
      ),
      { hasButtons: true, isWide: true },
    ),
  ];
  return <RowTable label="Endpoints" columns={columns} rows={rows} idOf={({ url }) => url} />;
}

function LastAnswer({ url, enabled, last_answer }: Webhook) {
  if (!last_answer) return enabled ? 'not called yet' : 'disabled';
  const { status, error, failing, at } = last_answer;
  return (
    <>
      {status ?? error} <MomentText at={at} />
      {failing > 1 && (
        <Text size="xs">
          <TextLink to="/webhooks" search={{ url, status: 'failing' }}>
            {counted(failing, 'delivery', 'deliveries')} in a row failed
          </TextLink>
        </Text>
      )}
      {!enabled && <Text size="xs">disabled</Text>}
    </>
  );
}
