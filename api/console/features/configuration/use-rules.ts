import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import { listQuery } from './list-query.ts';

export type Profile = components['schemas']['Profile'];
export type ProfilePatch = components['schemas']['ProfilePatchInput'];
export type ItemControl = components['schemas']['ItemControl'];
export type NewItemControl = components['schemas']['NewItemControlInput'];

interface ProfilePage {
  readonly profiles: readonly Profile[];
  readonly next_cursor: string | null;
}

const profilesOf = ({ profiles }: ProfilePage) => profiles;

/** Profiles whose partner ID or name contains a text. */
export function useProfiles(q: string | undefined) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.configuration(scope, 'profiles'), q],
    read: (cursor) =>
      answerOf(api.GET('/account/v1/profiles', { params: { query: listQuery(scope, { q, cursor }) } })),
    rowsOf: profilesOf,
  });
}

/** Adds a profile, or changes the one that has an etag. */
export function useSaveProfile() {
  return useAccountMutation(
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
  return useAccountMutation(
    ({ partner_id, etag }: Pick<Profile, 'partner_id' | 'etag'>, query) =>
      answerOf(
        api.DELETE('/account/v1/profiles/{partner_id}', {
          params: { path: { partner_id }, query, header: { 'if-match': etag } },
        }),
      ),
    ['configuration'],
  );
}

interface RulePage {
  readonly item_controls: readonly ItemControl[];
  readonly next_cursor: string | null;
}

const rulesOf = ({ item_controls }: RulePage) => item_controls;

/** How rules can be sorted; undefined: as in the account file. */
export type RuleSort = 'sku' | '-sku' | undefined;

/** Rules whose SKU contains a text. */
export function useItemControls(q: string | undefined, sort: RuleSort) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.configuration(scope, 'item-controls'), q, sort],
    read: (cursor) => {
      const query = { ...listQuery(scope, { q, cursor }), ...(sort && { sort }) };
      return answerOf(api.GET('/account/v1/item-controls', { params: { query } }));
    },
    rowsOf: rulesOf,
  });
}

export function useAddItemControl() {
  return useAccountMutation(
    (body: NewItemControl, query) =>
      answerOf(api.POST('/account/v1/item-controls', { params: { query }, body })),
    ['configuration'],
  );
}

/** Changes a rule. Its SKU and its kind stay. */
export function useChangeItemControl() {
  return useAccountMutation(
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
  return useAccountMutation(
    ({ rule_id, etag }: Pick<ItemControl, 'rule_id' | 'etag'>, query) =>
      answerOf(
        api.DELETE('/account/v1/item-controls/{rule_id}', {
          params: { path: { rule_id }, query, header: { 'if-match': etag } },
        }),
      ),
    ['configuration'],
  );
}
