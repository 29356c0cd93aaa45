import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Parameters of an address; an undefined one is left out. */
export type AddressSearch = Readonly<Record<string, string | undefined>>;

/** Pages are made of a list (app/pages.tsx), so their addresses are text, of which the router's types know less. */
type Navigate = (target: {
  readonly to: string;
  readonly search?: AddressSearch | ((search: AddressSearch) => AddressSearch);
  readonly replace?: boolean;
}) => Promise<void>;

/** Opens a page; whose account and environment it is stays in the address. */
export function useOpenPage(): (to: string, search?: AddressSearch) => Promise<void> {
  const navigate = useNavigate() as Navigate;
  return useCallback((to, search = {}) => navigate({ to, search }), [navigate]);
}

/** Changes parameters of the page that is open; with `replace` the way back leads past the change. */
export function useSetSearch(): (changes: AddressSearch, options?: { replace?: boolean }) => void {
  const navigate = useNavigate() as Navigate;
  return useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({ to: '.', replace, search: (search) => ({ ...search, ...changes }) }),
    [navigate],
  );
}
