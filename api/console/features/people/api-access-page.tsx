import { Anchor, Badge, Button, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { CreateKey, CreateToken } from './create-access.tsx';
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
      <CreateKey isOpen={creating === 'key'} onClose={() => setCreating(null)} />
      <CreateToken isOpen={creating === 'token'} onClose={() => setCreating(null)} />
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

interface AccessRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly ask: () => void;
}

function AccessTable({ label, rows }: { label: string; rows: readonly AccessRow[] }) {
  return (
    <Table.ScrollContainer minWidth={720} type="native">
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th>Begins with</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td className="anywhere">{row.name}</Table.Td>
              <Table.Td>
                <Badge variant="default" radius="sm" tt="none">
                  {row.kind}
                </Badge>
              </Table.Td>
              <Table.Td ff="monospace">{row.prefix}…</Table.Td>
              <Table.Td>
                <MomentText at={row.created_at} />
              </Table.Td>
              <Table.Td>
                {row.last_used_at === null ? 'never' : <MomentText at={row.last_used_at} />}
              </Table.Td>
              <Table.Td>
                {row.revoked_at === null ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={row.ask}
                    aria-label={`Revoke ${row.name}`}
                  >
                    Revoke …
                  </Button>
                ) : (
                  <>
                    revoked <MomentText at={row.revoked_at} />
                  </>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
