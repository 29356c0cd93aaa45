import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { REFRESH_CHOICES, useRefreshChoice } from '../client/preferences.ts';
import { lazyScript } from '../client/service-away.ts';
import { type Session, useSignOut } from '../client/session.ts';
import { useLinkSso } from '../client/sso.ts';
import { FormModal } from '../components/form-modal.tsx';
import { notifyFailed } from '../components/notify.tsx';
import { LazySecondFactor } from '../features/session/enrol-first.tsx';

const ChangePassword = lazyScript(() => import('../features/session/change-password.tsx'), 'ChangePassword');
const SessionsDialog = lazyScript(() => import('../features/session/sessions-dialog.tsx'), 'SessionsDialog');

/** The person who is signed in, and their choices: how often figures are read, the theme, how they sign in. */
export function PersonMenu({ session }: { session: Session }) {
  const { email, role, by_sso, may_link_sso } = session.user;
  const [refresh, setRefresh] = useRefreshChoice();
  const [isChanging, dialog] = useDisclosure();
  const [showsSessions, sessions] = useDisclosure();
  const [showsFactor, secondFactor] = useDisclosure();
  const { toggleColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const signOut = useSignOut();
  const linkSso = useLinkSso();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <>
      <Menu width={260} position="bottom-end" closeOnItemClick>
        <Menu.Target>
          <UnstyledButton>
            <Avatar
              size={34}
              radius="xl"
              name={email}
              color="gray"
              variant="filled"
              styles={{ placeholder: { background: '#4a5563', color: '#fff' } }}
            />
            <VisuallyHidden>Signed in as {email}</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Text size="sm" px="sm" pt="xs" fw={600} truncate title={email}>
            {email}
          </Text>
          <Text size="xs" px="sm" pb="xs" c="dimmed">
            {role}
          </Text>
          <Menu.Divider />
          <Menu.Label>Auto-refresh</Menu.Label>
          <Menu.RadioGroup value={refresh} onChange={setRefresh}>
            {REFRESH_CHOICES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={toggleColorScheme}>Switch to {other} theme</Menu.Item>
          {!by_sso && <Menu.Item onClick={dialog.open}>Change password</Menu.Item>}
          {!by_sso && <Menu.Item onClick={secondFactor.open}>Second factor</Menu.Item>}
          {may_link_sso && (
            <Menu.Item onClick={() => linkSso.mutate(undefined, { onError: notifyFailed })}>
              Link single sign-on
            </Menu.Item>
          )}
          <Menu.Item onClick={sessions.open}>Sessions</Menu.Item>
          <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isChanging && <ChangePassword isOpen onClose={dialog.close} />}
        {showsSessions && <SessionsDialog isOpen onClose={sessions.close} />}
      </Suspense>
      <FormModal opened={showsFactor} onClose={secondFactor.close} title="Second factor">
        <Suspense>
          <LazySecondFactor onDone={secondFactor.close} />
        </Suspense>
      </FormModal>
    </>
  );
}
