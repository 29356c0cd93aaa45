import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useWrite } from '../../client/operations.ts';
import { useSession } from '../../client/session.ts';
import { type Column, column } from '../../components/column.ts';
import { confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';
import { Section } from '../../components/section.tsx';
import { MadeBy } from './made-by.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { MAY, ROLES, type UserRole } from './roles.ts';
import { type User, useApiKeys, useTokens, useUsers } from './use-people.ts';
import { InviteForm } from './user-forms.tsx';

type Invitation = components['schemas']['Invitation'];

const USER = '/account/v1/users/{email}';

/** The users of the account, and who is invited. */
export function UsersPage() {
  const users = useUsers();
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title="Users"
      lead="Viewers can look at everything and change nothing. Members can view, route and correct orders. Owners can also change settings, API keys and users."
      actions={
        <Button disabled={users.data?.can_invite === false} onClick={() => setInviting(true)}>
          Invite user
        </Button>
      }
    >
      <QueryView query={users}>
        {({ users: rows, invitations, require_second_factor, can_invite, roles_by_claim }) => (
          <Stack gap="md">
            {!can_invite && (
              <Alert color="yellow" variant="light" title="Invitations are off">
                The service has no public URL to link to. Ask its operator to set PUBLIC_URL.
              </Alert>
            )}
            <RequireSecondFactor isRequired={require_second_factor} users={rows} />
            {rows.length === 0 ? (
              <EmptyState title="No users yet">Invite the people who may sign in to this account.</EmptyState>
            ) : (
              <UserTable rows={rows} invitations={invitations} rolesByClaim={roles_by_claim} />
            )}
            {invitations.length > 0 && <InvitationTable rows={invitations} />}
          </Stack>
        )}
      </QueryView>
      <FormModal opened={isInviting} onClose={() => setInviting(false)} title="Invite user">
        <InviteForm onDone={() => setInviting(false)} />
      </FormModal>
    </Page>
  );
}

function InvitationTable({ rows }: { rows: readonly Invitation[] }) {
  const remove = useWrite('delete', USER, 'people');
  const withdraw = (email: string) =>
    confirm({
      title: `Withdraw the invitation of ${email}?`,
      text: 'The link stops working at once.',
      verb: 'Withdraw',
      isDangerous: true,
      act: () => remove.mutateAsync({ email }),
      done: `Invitation of ${email} withdrawn.`,
    });
  const columns: readonly Column<Invitation>[] = [
    column('email', 'Email', ({ email }) => email),
    column('role', 'Role', ({ role }) => role),
    column('by', 'Invited by', ({ created_by }) => created_by ?? '–'),
    column('until', 'Link works until', ({ expires_at }) => <MomentText at={expires_at} />),
    column(
      'change',
      'Actions',
      ({ email }) => (
        <RowButton label={`Withdraw the invitation of ${email}`} onClick={() => withdraw(email)}>
          Withdraw
        </RowButton>
      ),
      { hasButtons: true },
    ),
  ];
  return (
    <Section title="Invitations">
      <RowTable label="Invitations" columns={columns} rows={rows} idOf={({ email }) => email} />
    </Section>
  );
}

function UserTable({
  rows,
  invitations,
  rolesByClaim,
}: {
  rows: readonly User[];
  invitations: readonly Invitation[];
  rolesByClaim: boolean;
}) {
  const change = useWrite('patch', USER, 'people');
  const remove = useWrite('delete', USER, 'people');
  const reset = useWrite('delete', '/account/v1/users/{email}/second-factor', 'people');
  const me = useSession().data?.user.email;
  const keys = useApiKeys();
  const tokens = useTokens();
  const askRole = (email: string, role: UserRole) =>
    confirm({
      title: `Make ${email} ${role === 'owner' ? 'an owner' : `a ${role}`}?`,
      text: `${MAY[role]} This signs the user out everywhere.`,
      verb: 'Change role',
      act: () => change.mutateAsync({ email, role }),
      done: `${email} is now ${role === 'owner' ? 'an owner' : `a ${role}`}.`,
    });
  const askToReset = (email: string) =>
    confirm({
      title: `Reset the second factor of ${email}?`,
      text: 'For someone who lost their phone and recovery codes. They are signed out everywhere, and need only their password until they set up a new one. First make sure the request really comes from them.',
      verb: 'Reset second factor',
      isDangerous: true,
      act: () => reset.mutateAsync({ email }),
      done: `Second factor of ${email} reset.`,
    });
  const askToRemove = (email: string) => {
    const isTheirs = (each: { created_by: string | null; revoked_at: string | null }) =>
      each.created_by === email && each.revoked_at === null;
    const theirs = {
      keys: keys.data?.filter(isTheirs) ?? [],
      tokens: tokens.data?.filter(isTheirs) ?? [],
      invitations: invitations.filter((each) => each.created_by === email).map((each) => each.email),
    };
    let endsKeys = false;
    confirm({
      title: `Remove ${email}?`,
      text: `The user loses access to this account. Account tokens and open invitations they created end; API keys stay unless you end them here. Their past activity stays in History.${rolesByClaim ? ' Your identity provider gives roles, so it lets them in again unless you remove them there.' : ''}`,
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
      act: () => remove.mutateAsync({ email, query: { end_keys: endsKeys ? 'true' : 'false' } }),
      done: `${email} removed.`,
    });
  };
  const columns: readonly Column<User>[] = [
    column('email', 'Email', ({ email }) => email),
    column('role', 'Role', ({ email, role }) => (
      <Select
        size="xs"
        w={110}
        aria-label={`Role of ${email}`}
        allowDeselect={false}
        data={[...ROLES]}
        value={role}
        onChange={(wanted) => wanted !== role && askRole(email, wanted as UserRole)}
      />
    )),
    column('second-factor', 'Second factor', ({ second_factor }) => (second_factor ? 'On' : 'Off')),
    column('since', 'Since', ({ created_at }) => <MomentText at={created_at} />),
    column(
      'change',
      'Actions',
      (user) => (
        <Group gap="xs">
          {user.second_factor && user.email !== me && (
            <RowButton
              label={`Reset the second factor of ${user.email}`}
              onClick={() => askToReset(user.email)}
            >
              Reset second factor
            </RowButton>
          )}
          <RowButton label={`Remove ${user.email}`} onClick={() => askToRemove(user.email)}>
            Remove
          </RowButton>
        </Group>
      ),
      { hasButtons: true, isWide: true },
    ),
  ];
  return <RowTable label="Users" columns={columns} rows={rows} idOf={({ email }) => email} />;
}
