import {
  Button,
  Group,
  Modal,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { type User, useChangeUser, useInvite, useRemoveUser, useUsers } from './use-people.ts';

/** Who may sign in for the account. */
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
      <Modal opened={isInviting} onClose={() => setInviting(false)} title="Add a person">
        <InviteForm onDone={() => setInviting(false)} />
      </Modal>
      <Modal opened={resetting !== null} onClose={() => setResetting(null)} title="Set a new password">
        {resetting && <ResetForm email={resetting.email} onDone={() => setResetting(null)} />}
      </Modal>
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
  return (
    <Table.ScrollContainer minWidth={620} type="native">
      <Table aria-label="Users">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((user) => (
            <Table.Tr key={user.email}>
              <Table.Td className="anywhere">{user.email}</Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  w={110}
                  aria-label={`Role of ${user.email}`}
                  allowDeselect={false}
                  data={['member', 'owner']}
                  value={user.role}
                  onChange={(role) =>
                    role !== user.role && askRole(user.email, role === 'owner' ? 'owner' : 'member')
                  }
                />
              </Table.Td>
              <Table.Td>
                <MomentText at={user.created_at} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => onReset(user)}
                    aria-label={`New password for ${user.email}`}
                  >
                    New password …
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => askToRemove(user.email)}
                    aria-label={`Remove ${user.email}`}
                  >
                    Remove …
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInvite();
  const form = useForm<{ email: string; role: 'member' | 'owner'; password: string }>({
    initialValues: { email: '', role: 'member', password: '' },
  });
  const submit = form.onSubmit((values) =>
    invite.mutate(values, {
      onSuccess: () => {
        notifyDone(`${values.email} can sign in now.`);
        onDone();
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {invite.error && <ErrorNote error={invite.error} />}
        <TextInput label="E-mail" type="email" required {...form.getInputProps('email')} />
        <SegmentedControl
          aria-label="Role"
          data={[
            { value: 'member', label: 'Member' },
            { value: 'owner', label: 'Owner' },
          ]}
          {...form.getInputProps('role')}
        />
        <PasswordInput
          label="First password"
          autoComplete="new-password"
          minLength={8}
          required
          {...form.getInputProps('password')}
        />
        <Text size="sm" c="dimmed">
          Tell it to the person; they can change it under their name at the top.
        </Text>
        <Button type="submit" loading={invite.isPending}>
          Add the person
        </Button>
      </Stack>
    </form>
  );
}

function ResetForm({ email, onDone }: { email: string; onDone: () => void }) {
  const change = useChangeUser();
  const form = useForm({ initialValues: { password: '' } });
  const submit = form.onSubmit(({ password }) =>
    change.mutate(
      { email, password },
      {
        onSuccess: () => {
          notifyDone(`${email} has a new password; their sessions have ended.`);
          onDone();
        },
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {change.error && <ErrorNote error={change.error} />}
        <PasswordInput
          label={`New password for ${email}`}
          autoComplete="new-password"
          minLength={8}
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={change.isPending}>
          Set the password
        </Button>
      </Stack>
    </form>
  );
}
