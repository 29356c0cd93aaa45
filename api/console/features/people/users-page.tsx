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
import { type User, useChangeUser, useRemoveUser, useUsers } from './use-people.ts';
import { InviteForm, ResetForm } from './user-forms.tsx';

/** The users of the account. */
export function UsersPage() {
  const users = useUsers();
  const [isInviting, setInviting] = useState(false);
  const [resetting, setResetting] = useState<User | null>(null);
  return (
    <Page
      title="Users"
      lead="Members look, route and correct. Owners change the account, its keys and its people."
      actions={<Button onClick={() => setInviting(true)}>Add a person</Button>}
    >
      <QueryView query={users}>
        {(rows) => {
          const present = rows.filter(({ removed_at }) => removed_at === null);
          return present.length === 0 ? (
            <EmptyState
              title="Nobody yet"
              action={<Button onClick={() => setInviting(true)}>Add a person</Button>}
            >
              People who may sign in for this account stand here.
            </EmptyState>
          ) : (
            <UserTable rows={present} onReset={setResetting} />
          );
        }}
      </QueryView>
      <FormModal opened={isInviting} onClose={() => setInviting(false)} title="Add a person">
        <InviteForm onDone={() => setInviting(false)} />
      </FormModal>
      <FormModal opened={resetting !== null} onClose={() => setResetting(null)} title="Set a new password">
        {resetting && <ResetForm email={resetting.email} onDone={() => setResetting(null)} />}
      </FormModal>
    </Page>
  );
}

function UserTable({ rows, onReset }: { rows: readonly User[]; onReset: (user: User) => void }) {
  const change = useChangeUser();
  const remove = useRemoveUser();
  const askRole = (email: string, role: 'member' | 'owner') =>
    confirm({
      title: `Make ${email} ${role === 'owner' ? 'an owner' : 'a member'}?`,
      text: `${role === 'owner' ? 'Owners change the account, its keys and its people.' : 'Members look, route and correct; they change no settings.'} The sessions of this person end.`,
      verb: 'Change the role',
      act: () => change.mutateAsync({ email, role }),
      done: `${email} is ${role === 'owner' ? 'an owner' : 'a member'} now.`,
    });
  const askToRemove = (email: string) =>
    confirm({
      title: `Remove ${email}?`,
      text: 'The person can no longer sign in; sessions end at once. What they did stays in History.',
      verb: 'Remove the person',
      isDangerous: true,
      act: () => remove.mutateAsync(email),
      done: `${email} is removed.`,
    });
  const columns: readonly Column<User>[] = [
    { id: 'email', title: 'E-mail', cell: ({ email }) => email },
    {
      id: 'role',
      title: 'Role',
      cell: ({ email, role }) => (
        <Select
          size="xs"
          w={110}
          aria-label={`Role of ${email}`}
          allowDeselect={false}
          data={['member', 'owner']}
          value={role}
          onChange={(wanted) => wanted !== role && askRole(email, wanted === 'owner' ? 'owner' : 'member')}
        />
      ),
    },
    { id: 'since', title: 'Since', cell: ({ created_at }) => <MomentText at={created_at} /> },
    {
      id: 'change',
      title: 'Change',
      hasButtons: true,
      isWide: true,
      cell: (user) => (
        <Group gap="xs">
          <RowButton label={`New password for ${user.email}`} onClick={() => onReset(user)}>
            New password …
          </RowButton>
          <RowButton label={`Remove ${user.email}`} onClick={() => askToRemove(user.email)}>
            Remove …
          </RowButton>
        </Group>
      ),
    },
  ];
  return <RowTable label="Users" columns={columns} rows={rows} idOf={({ email }) => email} />;
}
