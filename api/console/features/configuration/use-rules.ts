import { useCallback } from 'react';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { read, sending, write } from '../../client/calls.ts';
import { useDraftedRows } from '../../client/draft.tsx';
import { useList } from '../../client/operations.ts';
import { MANY_ROWS } from '../../client/pages.ts';
import { useChange } from '../../components/use-change.ts';

export type Profile = components['schemas']['Profile'];
export type ProfilePatch = components['schemas']['ProfilePatchInput'];
export type ItemControl = components['schemas']['ItemControl'];

const PROFILES = '/account/v1/profiles';
const PROFILE = '/account/v1/profiles/{partner_id}';
const RULES = '/account/v1/item-controls';
const RULE = '/account/v1/item-controls/{rule_id}';
const partnerOf = ({ partner_id }: Profile) => partner_id;
const ruleIdOf = ({ rule_id }: ItemControl) => rule_id;

/** Profiles whose partner ID or name contains a text. */
export function useProfiles(q: string | undefined) {
  const rowsOf = useDraftedRows('profiles', partnerOf);
  return useList('configuration', PROFILES, 'profiles', { q, limit: MANY_ROWS }, { rowsOf });
}

/** The account has no such element yet. */
const nothing = async () => null;

/** Adds a profile, or changes the one that has an etag. */
export function useSaveProfile() {
  return useChange(
    (profile: ProfilePatch & { partner_id: string; etag?: string }, query) =>
      profile.etag === undefined
        ? write('post', PROFILES, query, profile)
        : write('patch', PROFILE, query, profile),
    {
      inDraft: (draft, { partner_id, etag, ...body }, query) =>
        etag === undefined
          ? draft.edit('profiles', partner_id, { partner_id, enabled: true, etag: '', ...body }, nothing)
          : draft.edit('profiles', partner_id, body, () => read(PROFILE, query, { partner_id })),
    },
  );
}

export const useRemoveProfile = () =>
  useChange(sending('delete', PROFILE), {
    inDraft: (draft, { partner_id }, query) =>
      draft.edit('profiles', partner_id, null, () => read(PROFILE, query, { partner_id })),
  });

/** How rules can be sorted; undefined: as in the account file. */
export type RuleSort = 'sku' | '-sku' | undefined;

/** The filters of rules: parameters of the page's address. */
export interface RuleFilters {
  /** In the SKU. */
  readonly q?: string | undefined;
  readonly rule?: string | undefined;
  readonly warehouse_id?: string | undefined;
  /** In the note. */
  readonly note?: string | undefined;
}

/** Rules that match. */
export function useItemControls({ q, rule, warehouse_id, note = '' }: RuleFilters, sort: RuleSort) {
  const drafted = useDraftedRows('item_controls', ruleIdOf);
  const rowsOf = useCallback(
    (page: Parameters<typeof drafted>[0]) =>
      drafted(page).filter(
        (each) =>
          (rule === undefined || each.rule === rule) &&
          (warehouse_id === undefined || each.warehouse_ids?.includes(warehouse_id)) &&
          (each.note ?? '').toLowerCase().includes(note.toLowerCase()),
      ),
    [drafted, rule, warehouse_id, note],
  );
  return useList('configuration', RULES, 'item_controls', { q, sort, limit: MANY_ROWS }, { rowsOf });
}

type NewItemControl = components['schemas']['NewItemControlInput'];
type ChangedItemControl = components['schemas']['ItemControlPatchInput'] &
  Pick<ItemControl, 'rule_id' | 'etag'>;

/** Adds a rule, or changes the one that has an etag. Its SKU and its kind stay. */
export function useSaveItemControl() {
  return useChange(
    (rule: NewItemControl | ChangedItemControl, query) =>
      'etag' in rule ? write('patch', RULE, query, rule) : write('post', RULES, query, rule),
    {
      inDraft: (draft, rule, query) => {
        if ('etag' in rule) {
          const { rule_id, etag: _, ...body } = rule;
          return draft.edit('item_controls', rule_id, body, () => read(RULE, query, { rule_id }));
        }
        const rule_id = `${rule.sku}~${rule.rule}~new`;
        return draft.edit('item_controls', rule_id, { ...rule, rule_id, etag: '' }, nothing);
      },
    },
  );
}

export const useRemoveItemControl = () =>
  useChange(sending('delete', RULE), {
    inDraft: (draft, { rule_id }, query) =>
      draft.edit('item_controls', rule_id, null, () => read(RULE, query, { rule_id })),
  });
