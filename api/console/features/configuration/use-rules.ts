import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientOf, useScope } from '../../client/scope.ts';
import { useAct } from '../../client/use-act.ts';

export type Profile = components['schemas']['Profile'];
export type ProfilePatch = components['schemas']['ProfilePatchInput'];
export type ItemControl = components['schemas']['ItemControl'];
export type NewItemControl = components['schemas']['NewItemControlInput'];

export function useProfiles() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'profiles'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/profiles', { params: { query: clientOf(scope) } }))).profiles,
  });
}

/** Adds a profile, or changes the one that has an etag. */
export function useSaveProfile() {
  return useAct(
    ({ partner_id, etag, ...body }: ProfilePatch & { partner_id: string; etag?: string }, query) =>
      etag === undefined
        ? answerOf(api.POST('/account/v1/profiles', { params: { query }, body: { partner_id, ...body } }))
        : answerOf(
            api.PATCH('/account/v1/profiles/{partner_id}', {
              params: { path: { partner_id }, query, header: { 'if-match': etag } },
              body,
            }),
          ),
    ['configuration'],
  );
}

export function useRemoveProfile() {
  return useAct(
    ({ partner_id, etag }: Pick<Profile, 'partner_id' | 'etag'>, query) =>
      answerOf(
        api.DELETE('/account/v1/profiles/{partner_id}', {
          params: { path: { partner_id }, query, header: { 'if-match': etag } },
        }),
      ),
    ['configuration'],
  );
}

export function useItemControls() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'item-controls'),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/item-controls', { params: { query: clientOf(scope) } })))
        .item_controls,
  });
}

export function useAddItemControl() {
  return useAct(
    (body: NewItemControl, query) =>
      answerOf(api.POST('/account/v1/item-controls', { params: { query }, body })),
    ['configuration'],
  );
}

/** Changes a rule. Its SKU and its kind stay. */
export function useChangeItemControl() {
  return useAct(
    (
      {
        rule_id,
        etag,
        ...body
      }: components['schemas']['ItemControlPatchInput'] & Pick<ItemControl, 'rule_id' | 'etag'>,
      query,
    ) =>
      answerOf(
        api.PATCH('/account/v1/item-controls/{rule_id}', {
          params: { path: { rule_id }, query, header: { 'if-match': etag } },
          body,
        }),
      ),
    ['configuration'],
  );
}

export function useRemoveItemControl() {
  return useAct(
    ({ rule_id, etag }: Pick<ItemControl, 'rule_id' | 'etag'>, query) =>
      answerOf(
        api.DELETE('/account/v1/item-controls/{rule_id}', {
          params: { path: { rule_id }, query, header: { 'if-match': etag } },
        }),
      ),
    ['configuration'],
  );
}
