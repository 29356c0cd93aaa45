import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';

export type Client = components['schemas']['Client'];
export type NewClient = components['schemas']['NewClientInput'];

const clientsOf = ({ clients }: components['schemas']['Clients']) => clients;

/** Clients whose slug or name contains a text. */
export function useClientPages(q: string) {
  return usePages({
    queryKey: [...queryKeys.clients, q],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/clients', {
          params: { query: { limit: 50, ...(q !== '' && { q }), ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: clientsOf,
  });
}

export function useCreateClient() {
  return useAccountMutation(
    (body: NewClient) => answerOf(api.POST('/account/v1/clients', { body })),
    ['clients'],
  );
}

export function useChangeClient() {
  return useAccountMutation(
    ({ slug, ...body }: { slug: string } & components['schemas']['ClientPatchInput']) =>
      answerOf(api.PATCH('/account/v1/clients/{slug}', { params: { path: { slug } }, body })),
    ['clients'],
  );
}
