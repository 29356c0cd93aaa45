import { Alert, AppShell, Button, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useScope } from '../client/scope.ts';
import { lazyScript } from '../client/service-away.ts';
import { type Session, useSession } from '../client/session.ts';
import { QueryView } from '../components/query-view.tsx';
import { EnrolFirst } from '../features/session/enrol-first.tsx';
import { SsoFirst } from '../features/session/sso-first.tsx';
import { AwayNote } from './away-note.tsx';
import { ChooseClient, ClosedPage } from './instead-of-page.tsx';
import { keepFocus } from './keep-focus.ts';
import { closedEntry, isOfTheAccount, isOfTheService, type Role } from './nav.ts';
import { Navigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** Loaded after the first page has begun, before somebody needs them. */
const ConfirmAgain = lazyScript(() => import('../features/session/confirm-again.tsx'), 'ConfirmAgain');
const SearchDialog = lazyScript(() => import('./search-dialog.tsx'), 'SearchDialog');
const SignInAgain = lazyScript(() => import('../features/session/sign-in-again.tsx'), 'SignInAgain');
const SignInPage = lazyScript(() => import('../features/session/sign-in-page.tsx'), 'SignInPage');
const LinkPage = lazyScript(() => import('../features/session/link-page.tsx'), 'LinkPage');

/** The router's types know no page by its path (client/address.ts). */
const OPERATORS_HOME = '/service' as '/';

/** The frame of every page. A person who is not signed in sees the sign-in page first. Another person begins with a new page. */
export function Shell() {
  const session = useSession();
  useEffect(keepFocus, []);
  const [isOpen, drawer] = useDisclosure();
  const [isSearching, search] = useDisclosure();
  // Here, and not at the button, because a person may press them before it is known who is signed in.
  // Without ignored elements, Ctrl K works in a field, too.
  useHotkeys(session.data === null ? [] : [['mod+K', search.open]], []);
  useHotkeys(session.data === null ? [] : [['/', search.open]]);
  const { client, environment } = useScope();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isChosen = (role: Session['user']['role']) =>
    role === 'operator' ? client !== undefined || isOfTheService(path) : role !== null;
  if (path === '/invitation' || path === '/reset')
    return (
      <Suspense>
        <LinkPage kind={path === '/reset' ? 'reset' : 'invitation'} />
      </Suspense>
    );
  if (session.data === null)
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    );
  return (
    <AppShell
      key={session.data?.user.email}
      header={{ height: 56 }}
      navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
      data-environment={environment}
      transitionDuration={0}
    >
      <AppShell.Header className="top-edge">
        <Button
          className="skip"
          size="xs"
          onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}
        >
          Skip to content
        </Button>
        {session.data && (
          <TopBar person={session.data} isOpen={isOpen} onToggle={drawer.toggle} onSearch={search.open} />
        )}
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main" onClick={drawer.close}>
        {session.data && <Navigation role={session.data.user.role ?? 'member'} />}
      </AppShell.Navbar>
      <AppShell.Main>
        {/* Within the router, because notifications may link to pages. */}
        <Notifications position="bottom-right" transitionDuration={0} />
        <AwayNote />
        <QueryView query={session}>
          {(person) =>
            person && (
              <>
                <Suspense>
                  <SignInAgain session={person} />
                  <ConfirmAgain />
                  <SearchDialog
                    role={person.user.role ?? 'member'}
                    isOpen={isSearching}
                    onClose={search.close}
                  />
                </Suspense>
                <SsoFirst isNeeded={person.user.needs_sso}>
                  <EnrolFirst key={client ?? ''} isNeeded={person.user.must_enrol}>
                    {isChosen(person.user.role) ? (
                      <Content role={person.user.role ?? 'member'} path={path} />
                    ) : person.user.role === 'operator' && path === '/' ? (
                      <Navigate to={OPERATORS_HOME} replace />
                    ) : (
                      <ChooseClient path={path} accounts={person.user.accounts} />
                    )}
                  </EnrolFirst>
                </SsoFirst>
              </>
            )
          }
        </QueryView>
      </AppShell.Main>
    </AppShell>
  );
}

function Content({ role, path }: { role: Role; path: string }) {
  const isTest = useScope().environment === 'test';
  const closed = closedEntry(role, path);
  if (closed !== null) return <ClosedPage {...closed} />;
  return (
    <>
      {isTest && isOfTheAccount(path) && (
        <Text size="sm" fw={600} mb="xs">
          Test and Live share this page. Changes here apply to Live too.
        </Text>
      )}
      {role === 'viewer' && (
        <Alert variant="light" mb="md">
          You have view-only access to this account.
        </Alert>
      )}
      <Outlet />
    </>
  );
}
