import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parameters of an address. An undefined one is left out. */
export type AddressSearch = Readonly<Record<string, string | undefined>>;

/** Pages are made from a list (app/pages.tsx), so their addresses are plain text to the router's types. */
type Navigate = (target: {
  readonly to: string;
  readonly search?: AddressSearch | ((search: AddressSearch) => AddressSearch);
  readonly replace?: boolean;
}) => Promise<void>;

/** Opens a page. The client and the environment stay in the address. */
export function useOpenPage(): (to: string, search?: AddressSearch) => Promise<void> {
  const navigate = useNavigate() as Navigate;
  return useCallback((to, search = {}) => navigate({ to, search }), [navigate]);
}

/** How the open list is sorted: what its address says (`said`), or `first`. */
export function useSorting<S extends string>(first: S) {
  const { sort } = useSearch({ strict: false }) as { sort?: string };
  const setSearch = useSetSearch();
  const onSort = useCallback(
    (next: string) => setSearch({ sort: next === first ? undefined : next }, { replace: true }),
    [first, setSearch],
  );
  return { sort: (sort ?? first) as S, said: sort, onSort };
}

/** Changes parameters of the open page. With `replace`, the browser's Back button skips the change. */
export function useSetSearch(): (changes: AddressSearch, options?: { replace?: boolean }) => void {
  const navigate = useNavigate() as Navigate;
  return useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({ to: '.', replace, search: (search) => ({ ...search, ...changes }) }),
    [navigate],
  );
}
