import { AppShell, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useScope } from '../client/scope.ts';
import { useSession } from '../client/session.ts';
import { ErrorNote } from '../components/error-note.tsx';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { Navigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page. Who is not signed in sees the sign-in, and then the page that was asked for. */
export function Shell() {
  const session = useSession();
  const [isOpen, drawer] = useDisclosure();
  const { environment } = useScope();
  if (session.data === null) return <SignInPage />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
      data-environment={environment}
      transitionDuration={0}
    >
      <AppShell.Header className="top-edge">
        {session.data && <TopBar person={session.data} isOpen={isOpen} onToggle={drawer.toggle} />}
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages" onClick={drawer.close}>
        {session.data && <Navigation role={session.data.user.role} />}
      </AppShell.Navbar>
      <AppShell.Main>
        {session.error && <ErrorNote error={session.error} onRetry={() => void session.refetch()} />}
        {session.data ? <Outlet /> : <Skeleton height={240} animate={false} />}
      </AppShell.Main>
    </AppShell>
  );
}
