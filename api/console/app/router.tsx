import { ModalsProvider, modals } from '@mantine/modals';
import { createRootRoute, createRoute, createRouter, retainSearchParams } from '@tanstack/react-router';
import { ErrorNote } from '../components/error-note.tsx';
import { parseSearch, searchOf, stringifySearch } from '../view/search-codec.ts';
import { NotFoundPage } from './instead-of-page.tsx';
import { PAGE_LIST } from './pages.tsx';
import { Shell } from './shell.tsx';

type ScopeSearch = { readonly client?: string; readonly environment?: string };

const root = createRootRoute({
  // Within the router, because dialogs may link to pages.
  component: () => (
    <ModalsProvider>
      <Shell />
    </ModalsProvider>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorNote error={error} onRetry={reset} />,
  // The client and the environment are chosen once, and stay in every address after that.
  validateSearch: searchOf(['client', 'environment'], { environment: ['test', 'live'] }),
  search: { middlewares: [retainSearchParams<ScopeSearch>(['client', 'environment'])] },
});

const pages = PAGE_LIST.map(({ path, component, search = [], values }) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: searchOf(search, values) }),
);

export const router = createRouter({
  routeTree: root.addChildren(pages),
  parseSearch,
  stringifySearch,
  // What a page does not know, or what cannot be, leaves the address: validateSearch alone only adds to it.
  search: { strict: true },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

// A question is about its page: Back answers it with no.
let shownPath = '';
router.subscribe('onBeforeLoad', ({ toLocation: { pathname } }) => {
  // A page whose address gets a parameter just after it was opened is the same page.
  if (pathname !== shownPath) modals.closeAll();
  shownPath = pathname;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
