import {
  addElement,
  changeElement,
  type ListAct,
  orderWarehouses,
  removeElement,
} from '../accounts/account-lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { type AccountFileBody, applyAccountBody } from '../accounts/apply-body.ts';
import { changeSettings } from '../accounts/change-settings.ts';
import { changeTransit, showTransit } from '../accounts/change-transit.ts';
import { restoreConfiguration } from '../accounts/history.ts';
import { importLanes, type LaneImport } from '../accounts/import-lanes.ts';
import type { Database } from '../db/database.ts';
import { bufferOf, type WholeBody } from '../intake/whole-body.ts';

interface Deps {
  readonly db: Database;
}

interface Act {
  readonly slug: string;
  readonly who: Actor;
  readonly if_match: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

interface LaneBody extends Omit<LaneImport, 'text'> {
  readonly slug: string;
  readonly who: Actor;
  readonly body: WholeBody;
}

/** Changes of an account, fit for any thread: what goes in and comes out is plain data. */
export const ACCOUNT_TASKS = {
  'apply-account': ({ db }: Deps, file: AccountFileBody) => applyAccountBody(db, file),
  'import-lanes': ({ db }: Deps, { slug, who, body, ...request }: LaneBody) =>
    importLanes(db, slug, { ...request, text: bufferOf(body).toString() }, { who }),
  'add-element': ({ db }: Deps, { act, value }: { act: ListAct; value: Fields }) =>
    addElement(db, act, value),
  'change-element': ({ db }: Deps, { act, id, patch }: { act: ListAct; id: string; patch: Fields }) =>
    changeElement(db, act, id, patch),
  'remove-element': ({ db }: Deps, { act, id }: { act: ListAct; id: string }) => removeElement(db, act, id),
  'order-warehouses': ({ db }: Deps, { act, ids }: { act: Act; ids: readonly string[] }) =>
    orderWarehouses(db, act, ids),
  'change-settings': ({ db }: Deps, { act, patch, name }: { act: Act; patch: Fields; name?: string }) =>
    changeSettings(db, act, patch, name),
  'change-transit': async ({ db }: Deps, { act, patch }: { act: Act; patch: Fields }) =>
    showTransit(db, await changeTransit(db, act, patch)),
  'restore-configuration': async (
    { db }: Deps,
    { slug, ...act }: { slug: string; who: Actor; id: number; dry_run: boolean },
  ) => {
    const { changes, state } = await restoreConfiguration(db, slug, act);
    return { changes, configuration_id: state.configuration_id };
  },
};

export type AccountTasks = typeof ACCOUNT_TASKS;
