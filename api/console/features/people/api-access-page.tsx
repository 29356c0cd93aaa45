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
import { type AccessRow, AccessTable } from './access-table.tsx';
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
            <Access label="API keys" rows={rows.map(keyRow)} onRoll={setRolled} />
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
              <Access label="Account tokens" rows={rows.map(tokenRow)} onRoll={setRolled} />
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

type ListedAccess = Omit<AccessRow, 'ask' | 'roll'>;

const keyRow = ({ environment, key_prefix, scopes, ...row }: ApiKey): ListedAccess => ({
  ...row,
  type: 'key',
  kind: environment,
  prefix: key_prefix,
  may: { short: scopesText(scopes), all: (scopes ?? []).map((scope) => SCOPE_WORDS[scope]).join('; ') },
});

const tokenRow = ({ role, token_prefix, ...row }: AccountToken): ListedAccess => ({
  ...row,
  type: 'token',
  kind: capitalized(role),
  prefix: token_prefix,
  may: { short: role === 'owner' ? 'What an owner can' : 'What a member can', all: '' },
});

interface AccessProps {
  readonly label: string;
  readonly rows: readonly ListedAccess[];
  readonly onRoll: OnRoll;
}

/** Keys or tokens; what is lost with one is asked before it is revoked. */
function Access({ label, rows, onRoll }: AccessProps) {
  const revoke = {
    key: useWrite('delete', '/account/v1/api-keys/{id}', 'people'),
    token: useWrite('delete', '/account/v1/tokens/{id}', 'people'),
  };
  const rowOf = (row: ListedAccess): AccessRow => {
    const { id, name, type, kind, last_used_at } = row;
    const words = type === 'key' ? `${capitalized(kind)} key` : type;
    const active = rows.filter(
      (each) => each.revoked_at === null && (type === 'token' || each.kind === kind),
    ).length;
    const ask = () =>
      confirm({
        effects: revokeEffects(`Active ${words}s`, active, last_used_at),
        title: `Revoke ${type} ${name}?`,
        text: `This ${words} stops working immediately: requests that use it get a 401. This cannot be undone, but you can create a new ${type}.`,
        verb: `Revoke ${type}`,
        isDangerous: true,
        act: () => revoke[type].mutateAsync({ id }),
        done: `${capitalized(type)} ${name} revoked.`,
      });
    return { ...row, ask, roll: () => onRoll({ kind: type, id, name }) };
  };
  return <AccessTable label={label} rows={rows.map(rowOf)} />;
}
