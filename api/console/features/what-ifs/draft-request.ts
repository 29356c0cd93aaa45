import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { readAll } from '../../client/pages.ts';
import { clientQuery, type Scope } from '../../client/scope.ts';
import { changedMembers, type DraftEdits, layOver, valuesOf } from '../../view/draft.ts';

type WhatIfDraft = components['schemas']['WhatIfDraftInput'];

type CostChanges = Readonly<Record<string, unknown>>;

/** Rates are one value for the service. */
const ratesOf = ({ currency, zones }: CostChanges) => ({ currency, zones });

/** A draft as the service takes it: of profiles and rules the whole list, read now, if any of them differs. */
export async function draftRequest(edits: DraftEdits, scope: Scope): Promise<WhatIfDraft> {
  const [settings] = changedMembers(edits, 'settings');
  const [{ currency, zones, ...costs } = {} as CostChanges] = changedMembers(edits, 'costs');
  const [delivery] = changedMembers(edits, 'delivery');
  const warehouses = changedMembers(edits, 'warehouses', 'warehouse_id');
  const inventory = Object.values(edits.inventory ?? {}).map(({ after }) => after);
  const hasEdits = (part: 'profiles' | 'item_controls') => Object.keys(edits[part] ?? {}).length > 0;
  const query = (cursor: string | undefined) => ({
    ...clientQuery(scope),
    limit: 500,
    ...(cursor && { cursor }),
  });
  const draft = {
    ...(settings && { settings }),
    ...costs,
    ...delivery,
    ...((currency !== undefined || zones !== undefined) && {
      rates: ratesOf(edits.costs!.costs!.after!),
    }),
    ...(warehouses.length > 0 && { warehouses }),
    ...(inventory.length > 0 && { inventory }),
    ...(hasEdits('profiles') && {
      profiles: layOver(
        edits,
        'profiles',
        await readAll(
          (cursor) => answerOf(api.GET('/account/v1/profiles', { params: { query: query(cursor) } })),
          ({ profiles }) => profiles,
        ),
        { idOf: ({ partner_id }) => partner_id, isLast: true },
      ).map((row) => valuesOf({ ...row })),
    }),
    ...(hasEdits('item_controls') && {
      item_controls: layOver(
        edits,
        'item_controls',
        await readAll(
          (cursor) => answerOf(api.GET('/account/v1/item-controls', { params: { query: query(cursor) } })),
          ({ item_controls }) => item_controls,
        ),
        { idOf: ({ rule_id }) => rule_id, isLast: true },
      ).map((row) => valuesOf({ ...row })),
    }),
  };
  // The forms send the same values for the account itself; the service checks both.
  return draft as WhatIfDraft;
}
