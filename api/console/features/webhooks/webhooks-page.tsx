import { Anchor, Button, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../client/operations.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { exact } from '../../view/times.ts';
import { Deliveries } from './deliveries.tsx';
import { AddEndpoint, EditEndpoint } from './endpoint-forms.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { useWebhooks, type Webhook } from './use-webhooks.ts';

/** Webhook endpoints, or the one that the address names, and what was sent to them. */
export function WebhooksPage() {
  const webhooks = useWebhooks();
  const { url: open } = useSearch({ strict: false }) as { url?: string };
  const rotate = useWrite('post', '/account/v1/webhooks/{url}/rotate', 'webhooks');
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  // As it is saved now: somebody else may change it while the form is open.
  const editing = webhooks.data?.find(({ url }) => url === edited) ?? null;
  const add = <Button onClick={() => setAdding(true)}>Add endpoint</Button>;
  const askToRotate = ({ url }: Webhook) =>
    confirm({
      title: 'Make a new secret?',
      text: `Deliveries to ${url} are signed with both secrets for a day, so your system can switch over.`,
      verb: 'Make a new secret',
      act: () => rotate.mutateAsync({ url }),
      done: 'New secret made.',
    });
  return (
    <Page
      title={open ?? 'Webhooks'}
      beside={open && <TextLink to="/webhooks">All endpoints</TextLink>}
      lead={
        <>
          Events are posted, signed, to your endpoints as they happen. Everything here is in the{' '}
          <Anchor href="/account/openapi.json" inherit>
            account API
          </Anchor>
          .
        </>
      }
      actions={add}
    >
      <QueryView query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No endpoints yet" action={add}>
              Add a URL to call when a run ends, stock is uploaded or an order changes.
            </EmptyState>
          ) : (
            <>
              <EndpointTable
                rows={open ? rows.filter(({ url }) => url === open) : rows}
                onEdit={({ url }) => setEdited(url)}
                onRotate={askToRotate}
                onTested={setShown}
              />
              <Deliveries webhooks={rows} shown={shown} setShown={setShown} />
            </>
          )
        }
      </QueryView>
      <AddEndpoint isOpen={isAdding} onClose={() => setAdding(false)} />
      <FormModal opened={editing !== null} onClose={() => setEdited(null)} title="Edit endpoint">
        {editing && <EditEndpoint webhook={editing} onDone={() => setEdited(null)} />}
      </FormModal>
      <FormModal opened={rotate.data !== undefined} onClose={rotate.reset} title="New secret">
        {rotate.data && (
          <>
            <Text size="sm" mb="sm">
              Until {exact(new Date(rotate.data.previous_until))}, deliveries are signed with the previous
              secret too.
            </Text>
            <SecretOnce secret={rotate.data.secret} onDone={rotate.reset} />
          </>
        )}
      </FormModal>
    </Page>
  );
}
