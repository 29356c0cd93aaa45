import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../components/column.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { MadeBy } from './made-by.tsx';
import { type User, useApiKeys, useChangeUser, useRemoveUser, useTokens, useUsers } from './use-people.ts';
import { InviteForm, ResetForm } from './user-forms.tsx';

const ROLES = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
];

/** The users of the account. */
export function UsersPage() {
  const users = useUsers();
  const [isInviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<User | null>(null);
  return (
    <Page
      title="Users"
      lead="Members can view, route and correct orders. Owners can also change settings, API keys and users."
      actions={<Button onClick={() => setInviting(true)}>Add user</Button>}
    >
      <QueryView query={users}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No users yet"
              action={<Button onClick={() => setInviting(true)}>Add user</Button>}
            >
              Add the people who may sign in to this account.
            </EmptyState>
          ) : (
            <UserTable rows={rows} onReset={setResetting} />
          )
        }
      </QueryView>
      <FormModal opened={isInviting} onClose={() => setInviting(false)} title="Add user">
        <InviteForm onDone={() => setInviting(false)} />
      </FormModal>
      <FormModal opened={resetting !== null} onClose={() => setResetting(null)} title="Reset password">
        {resetting && <ResetForm email={resetting.email} onDone={() => setResetting(null)} />}
      </FormModal>
    </Page>
  );
}

function UserTable({ rows, onReset }: { rows: readonly User[]; onReset: (user: User) => void }) {
  const change = useChangeUser();
  const remove = useRemoveUser();
  const keys = useApiKeys();
  const tokens = useTokens();
  const askRole = (email: string, role: 'member' | 'owner') =>
    confirm({
      title: `Make ${email} ${role === 'owner' ? 'an owner' : 'a member'}?`,
      text: `${role === 'owner' ? 'Owners can change settings, API keys and users.' : 'Members can view, route and correct orders, but cannot change settings.'} This signs the user out everywhere.`,
      verb: 'Change role',
      act: () => change.mutateAsync({ email, role }),
      done: `${email} is now ${role === 'owner' ? 'an owner' : 'a member'}.`,
    });
  const askToRemove = (email: string) => {
    const isTheirs = (each: { created_by: string | null; revoked_at: string | null }) =>
      each.created_by === email && each.revoked_at === null;
    const theirs = { keys: keys.data?.filter(isTheirs) ?? [], tokens: tokens.data?.filter(isTheirs) ?? [] };
    let endsKeys = false;
    confirm({
      title: `Remove ${email}?`,
      text: 'The user is signed out immediately and can no longer sign in. Account tokens that they made end; API keys stay, unless you end them here. Their past activity stays in History.',
      details: (
        <MadeBy
          {...theirs}
          onChoose={(chosen) => {
            endsKeys = chosen;
          }}
        />
      ),
      verb: 'Remove user',
      isDangerous: true,
      act: () => remove.mutateAsync({ email, endsKeys }),
      done: `${email} removed.`,
    });
  };
  const columns: readonly Column<User>[] = [
    { id: 'email', title: 'Email', cell: ({ email }) => email },
    {
      id: 'role',
      title: 'Role',
      cell: ({ email, role }) => (
        <Select
          size="xs"
          w={110}
          aria-label={`Role of ${email}`}
          allowDeselect={false}
          data={ROLES}
          value={role}
          onChange={(wanted) => wanted !== role && askRole(email, wanted === 'owner' ? 'owner' : 'member')}
        />
      ),
    },
    { id: 'since', title: 'Since', cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'change',
      title: 'Actions',
      hasButtons: true,
      isWide: true,
      cell: (user) => (
        <Group gap="xs">
          <RowButton label={`Reset password for ${user.email}`} onClick={() => onReset(user)}>
            Reset password
          </RowButton>
          <RowButton label={`Remove ${user.email}`} onClick={() => askToRemove(user.email)}>
            Remove
          </RowButton>
        </Group>
      ),
    },
  ];
  return <RowTable label="Users" columns={columns} rows={rows} idOf={({ email }) => email} />;
}
