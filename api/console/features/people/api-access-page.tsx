import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../client/operations.ts';
import { confirm } from '../../components/confirm.tsx';
import type { Effect } from '../../components/effect-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Hint } from '../../components/hint.tsx';
import { Page } from '../../components/page.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { capitalized } from '../../view/capitalized.ts';
import { whole } from '../../view/numbers.ts';
import { relative } from '../../view/times.ts';
import { AccessTable } from './access-table.tsx';
import { CreateAccess } from './create-access.tsx';
import { RollAccess } from './roll-access.tsx';
import { SCOPE_WORDS, scopesText } from './scope-words.ts';
import { type AccountToken, type ApiKey, type RolledAccess, useApiKeys, useTokens } from './use-people.ts';

/** Keys of the customer API, and tokens of the account API. */
export function ApiAccessPage() {
  const keys = useApiKeys();
  const tokens = useTokens();
  const [rolled, setRolled] = useState<RolledAccess | null>(null);
  const [creating, setCreating] = useState<'key' | 'token' | null>(null);
  return (
    <Page
      title="API access"
      lead={
        <>
          Your systems use API keys to route orders and send stock. See the API reference at{' '}
          <Anchor href="/docs" inherit>
            /docs
          </Anchor>
          . Keep keys on your servers; never use them in a browser.
        </>
      }
      actions={<Button onClick={() => setCreating('key')}>Create key</Button>}
    >
      <QueryView query={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No keys yet"
              action={<Button onClick={() => setCreating('key')}>Create key</Button>}
            >
              An API key lets your systems route orders in Test or Live. Its secret is shown only once.
            </EmptyState>
          ) : (
            <Access rows={rows} onRoll={setRolled} />
          )
        }
      </QueryView>
      <Stack gap="xs" mt="md">
        <Title order={2}>Account tokens</Title>
        <Hint>
          Tokens let your systems manage this account over HTTP, like a person in this console. See{' '}
          <Anchor href="/account/openapi.json" inherit>
            /account/openapi.json
          </Anchor>
          .
        </Hint>
        <div>
          <PlainButton size="xs" onClick={() => setCreating('token')}>
            Create token
          </PlainButton>
        </div>
        <QueryView query={tokens} lines={2}>
          {(rows) =>
            rows.length === 0 ? (
              <Text size="sm">No tokens yet.</Text>
            ) : (
              <Access rows={rows} onRoll={setRolled} />
            )
          }
        </QueryView>
      </Stack>
      <RollAccess access={rolled} onClose={() => setRolled(null)} />
      <CreateAccess kind="key" isOpen={creating === 'key'} onClose={() => setCreating(null)} />
      <CreateAccess kind="token" isOpen={creating === 'token'} onClose={() => setCreating(null)} />
    </Page>
  );
}

type OnRoll = (access: RolledAccess) => void;

/** What is lost with a key or a token: when it was used last, and how many work then. */
function revokeEffects(what: string, active: number, last_used_at: string | null): Effect[] {
  const now = new Date();
  const used =
    last_used_at === null ? 'never' : (relative(new Date(last_used_at), now) ?? 'over a month ago');
  return [
    { what: 'Last used', before: used, after: '–', isDangerous: used !== 'never' },
    { what, before: whole(active), after: whole(active - 1), isDangerous: active === 1 },
  ];
}

const wordOf = (environment: ApiKey['environment']) => (environment === 'live' ? 'Live' : 'Test');

/** Keys or tokens; what is lost with one is asked before it is revoked. */
function Access({ rows, onRoll }: { rows: readonly (ApiKey | AccountToken)[]; onRoll: OnRoll }) {
  const revokeKey = useWrite('delete', '/account/v1/api-keys/{id}', 'people');
  const revokeToken = useWrite('delete', '/account/v1/tokens/{id}', 'people');
  const rowOf = (row: ApiKey | AccountToken) => {
    const isKey = 'environment' in row;
    const what = isKey ? 'key' : 'token';
    const { id, name, last_used_at } = row;
    const alike = rows.filter(
      (each) => !isKey || ('environment' in each && each.environment === row.environment),
    );
    const ask = () =>
      confirm({
        effects: revokeEffects(
          isKey ? `Active ${wordOf(row.environment)} keys` : 'Active tokens',
          alike.filter(({ revoked_at }) => revoked_at === null).length,
          last_used_at,
        ),
        title: `Revoke ${what} ${name}?`,
        text: `This ${isKey ? `${wordOf(row.environment)} ` : ''}${what} stops working immediately: requests that use it get a 401. This cannot be undone, but you can create a new ${what}.`,
        verb: `Revoke ${what}`,
        isDangerous: true,
        act: () => (isKey ? revokeKey : revokeToken).mutateAsync({ id }),
        done: `${capitalized(what)} ${name} revoked.`,
      });
    const roll = () => onRoll({ kind: what, id, name });
    if (isKey) {
      const all = (row.scopes ?? []).map((scope) => SCOPE_WORDS[scope]).join('; ');
      const may = { short: scopesText(row.scopes), all };
      return { ...row, kind: row.environment, prefix: row.key_prefix, may, ask, roll };
    }
    const may = { short: row.role === 'owner' ? 'What an owner can' : 'What a member can', all: '' };
    return { ...row, kind: capitalized(row.role), prefix: row.token_prefix, may, ask, roll };
  };
  const isTokens = rows.some((row) => !('environment' in row));
  return <AccessTable label={isTokens ? 'Account tokens' : 'API keys'} rows={rows.map(rowOf)} />;
}
