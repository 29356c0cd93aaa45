import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { AccessTable } from './access-table.tsx';
import { CreateAccess } from './create-access.tsx';
import {
  type AccountToken,
  type ApiKey,
  useApiKeys,
  useRevokeKey,
  useRevokeToken,
  useTokens,
} from './use-people.ts';

/** Keys of the customer API, and tokens of the account API. */
export function ApiAccessPage() {
  const keys = useApiKeys();
  const tokens = useTokens();
  const [creating, setCreating] = useState<'key' | 'token' | null>(null);
  return (
    <Page
      title="API access"
      lead={
        <>
          Programs route orders and send stock with keys; the API is described at{' '}
          <Anchor href="/docs" inherit>
            /docs
          </Anchor>
          . Keys belong in servers, never in a browser.
        </>
      }
      actions={<Button onClick={() => setCreating('key')}>Create a key</Button>}
    >
      <QueryView query={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No keys yet"
              action={<Button onClick={() => setCreating('key')}>Create a key</Button>}
            >
              A key lets a program of yours route orders, in test or live. Its secret is shown once.
            </EmptyState>
          ) : (
            <KeyTable rows={rows} />
          )
        }
      </QueryView>
      <Stack gap="xs" mt="md">
        <Title order={2}>Account tokens</Title>
        <Text size="sm" c="dimmed">
          A token does over HTTP what a person does here:{' '}
          <Anchor href="/account/openapi.json" inherit>
            /account/openapi.json
          </Anchor>{' '}
          describes it.
        </Text>
        <div>
          <Button variant="default" size="xs" onClick={() => setCreating('token')}>
            Create a token
          </Button>
        </div>
        <QueryView query={tokens} lines={2}>
          {(rows) => (rows.length === 0 ? <Text size="sm">No tokens yet.</Text> : <TokenTable rows={rows} />)}
        </QueryView>
      </Stack>
      <CreateAccess kind="key" isOpen={creating === 'key'} onClose={() => setCreating(null)} />
      <CreateAccess kind="token" isOpen={creating === 'token'} onClose={() => setCreating(null)} />
    </Page>
  );
}

function KeyTable({ rows }: { rows: readonly ApiKey[] }) {
  const revoke = useRevokeKey();
  const ask = ({ id, name, environment }: ApiKey) =>
    confirm({
      title: `Revoke the key ${name}?`,
      text: `1 key of ${environment === 'live' ? 'Live' : 'Test'} stops working at once: programs that use it get 401. There is no way back; a new key can be created.`,
      verb: 'Revoke the key',
      isDangerous: true,
      act: () => revoke.mutateAsync(id),
      done: `The key ${name} is revoked.`,
    });
  return (
    <AccessTable
      label="API keys"
      rows={rows.map((key) => ({
        ...key,
        kind: key.environment,
        prefix: key.key_prefix,
        ask: () => ask(key),
      }))}
    />
  );
}

function TokenTable({ rows }: { rows: readonly AccountToken[] }) {
  const revoke = useRevokeToken();
  const ask = ({ id, name }: AccountToken) =>
    confirm({
      title: `Revoke the token ${name}?`,
      text: '1 token stops working at once: programs that use it get 401. There is no way back.',
      verb: 'Revoke the token',
      isDangerous: true,
      act: () => revoke.mutateAsync(id),
      done: `The token ${name} is revoked.`,
    });
  return (
    <AccessTable
      label="Account tokens"
      rows={rows.map((token) => ({
        ...token,
        kind: token.role,
        prefix: token.token_prefix,
        ask: () => ask(token),
      }))}
    />
  );
}
