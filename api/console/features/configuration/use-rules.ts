import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { useDraftedRows } from '../../client/draft.tsx';
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
const partnerOf = ({ partner_id }: Profile) => partner_id;

/** Profiles whose partner ID or name contains a text. */
export function useProfiles(q: string | undefined) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.configuration(scope, 'profiles'), q],
    read: (cursor) =>
      answerOf(api.GET('/account/v1/profiles', { params: { query: listQuery(scope, { q, cursor }) } })),
    rowsOf: useDraftedRows('profiles', profilesOf, partnerOf),
  });
}

/** The account has no such element yet. */
const nothing = async () => null;

const readProfile = (partner_id: string, query: { client?: string }) => () =>
  answerOf(api.GET('/account/v1/profiles/{partner_id}', { params: { path: { partner_id }, query } }));

const readItemControl = (rule_id: string, query: { client?: string }) => () =>
  answerOf(api.GET('/account/v1/item-controls/{rule_id}', { params: { path: { rule_id }, query } }));

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
    (draft, { partner_id, etag, ...body }, query) =>
      etag === undefined
        ? draft.edit('profiles', partner_id, { partner_id, enabled: true, etag: '', ...body }, nothing)
        : draft.edit('profiles', partner_id, body, readProfile(partner_id, query)),
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
    (draft, { partner_id }, query) =>
      draft.edit('profiles', partner_id, null, readProfile(partner_id, query)),
  );
}

interface RulePage {
  readonly item_controls: readonly ItemControl[];
  readonly next_cursor: string | null;
}

const rulesOf = ({ item_controls }: RulePage) => item_controls;
const ruleIdOf = ({ rule_id }: ItemControl) => rule_id;

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
    rowsOf: useDraftedRows('item_controls', rulesOf, ruleIdOf),
  });
}

export function useAddItemControl() {
  return useAccountMutation(
    (body: NewItemControl, query) =>
      answerOf(api.POST('/account/v1/item-controls', { params: { query }, body })),
    ['configuration'],
    (draft, body) => {
      const rule_id = `${body.sku}~${body.rule}~new`;
      return draft.edit('item_controls', rule_id, { ...body, rule_id, etag: '' }, nothing);
    },
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
    (draft, { rule_id, etag: _, ...body }, query) =>
      draft.edit('item_controls', rule_id, body, readItemControl(rule_id, query)),
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
    (draft, { rule_id }, query) =>
      draft.edit('item_controls', rule_id, null, readItemControl(rule_id, query)),
  );
}
