import { useMutation } from '@tanstack/react-query';
import { write } from './calls.ts';
import { clientQuery, useScope } from './scope.ts';

/** The open page, to which the browser comes back from a provider. */
const here = () => ({ return_to: window.location.pathname + window.location.search });

/** Leaves the console for a provider. */
function useVisit<V>(begin: (value: V) => Promise<{ authorization_url: string }>) {
  return useMutation({
    mutationFn: begin,
    onSuccess: ({ authorization_url }) => window.location.assign(authorization_url),
  });
}

/** Signs in by the provider of a mail domain. */
export function useSignInBySso() {
  return useVisit((who: { email: string }) =>
    write('post', '/account/v1/session/sso', {}, { ...who, ...here() }),
  );
}

/** Links the person, who signed in with a password, with who they are at the provider. */
export function useLinkSso() {
  return useVisit((_: undefined) => write('post', '/account/v1/session/sso/link', {}, here()));
}

/** Asks the provider what it says of the person, and signs nobody in. */
export function useTestSso() {
  const scope = useScope();
  return useVisit((_: undefined) => write('post', '/account/v1/sso/test', clientQuery(scope), here()));
}

/** Shows at the provider that it is still the person who signed in. In another tab, so that this page stays as it is. */
export function useConfirmBySso() {
  return useMutation({
    mutationFn: () => write('post', '/account/v1/session/sso/confirm', {}, { return_to: '/' }),
    onSuccess: ({ authorization_url }) => void window.open(authorization_url, '_blank', 'noopener'),
  });
}
