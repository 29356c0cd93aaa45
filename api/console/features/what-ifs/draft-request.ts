import type { components } from '../../../../shared/client/account-api.d.ts';
import { read } from '../../client/calls.ts';
import { MANY_ROWS, readAll } from '../../client/pages.ts';
import { clientQuery, type Scope } from '../../client/scope.ts';
import { applyEdits, changedMembers, type DraftEdits, valuesOf } from '../../view/draft.ts';

type Schemas = components['schemas'];
type WhatIfDraft = Schemas['WhatIfDraftInput'];

/** A draft as the service takes it: of profiles and rules the whole list, read now, if any of them differs. */
export async function draftRequest(edits: DraftEdits, scope: Scope): Promise<WhatIfDraft> {
  const [settings] = changedMembers(edits, 'settings');
  const warehouses = changedMembers(edits, 'warehouses', 'warehouse_id');
  const draft = {
    ...(settings && { settings }),
    ...(warehouses.length > 0 && { warehouses }),
    ...(await wholeList(
      edits,
      'profiles',
      ({ partner_id }: Schemas['Profile']) => partner_id,
      (cursor) => read('/account/v1/profiles', clientQuery(scope), { limit: MANY_ROWS, cursor }),
    )),
    ...(await wholeList(
      edits,
      'item_controls',
      ({ rule_id }: Schemas['ItemControl']) => rule_id,
      (cursor) => read('/account/v1/item-controls', clientQuery(scope), { limit: MANY_ROWS, cursor }),
    )),
  };
  // The forms send the same values for the account itself; the service checks both.
  return draft as WhatIfDraft;
}

async function wholeList<P extends 'profiles' | 'item_controls', R extends object>(
  edits: DraftEdits,
  part: P,
  idOf: (row: R) => string,
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ readonly [N in P]: readonly R[] } & { readonly next_cursor: string | null }>,
) {
  if (Object.keys(edits[part] ?? {}).length === 0) return {};
  const rows = await readAll(readPage, (page) => page[part]);
  return {
    [part]: applyEdits(edits, part, rows, { idOf, isLast: true }).map((row) =>
      valuesOf({ ...(row as object) }),
    ),
  };
}
