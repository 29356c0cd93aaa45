import {
  addElement,
  changeElement,
  type ListAct,
  moveWarehouse,
  orderWarehouses,
  removeElement,
} from '../../accounts/account-lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { type AccountFileBody, applyAccountBody } from '../../accounts/apply-body.ts';
import { changeClient } from '../../accounts/change-client.ts';
import { changeSettings } from '../../accounts/change-settings.ts';
import { changeTransit, showTransit } from '../../accounts/change-transit.ts';
import { addClientKey, addClientToken, endClientKey, endClientToken } from '../../accounts/client-access.ts';
import { addClientUser, changeClientUser, removeClientUser } from '../../accounts/client-users.ts';
import { restoreConfiguration } from '../../accounts/history.ts';
import { importLanes, type LaneImport } from '../../accounts/import-lanes.ts';
import {
  type ListRequest,
  readAccountFile,
  readConfigurationOf,
  readElement,
  readList,
  readSettingsOf,
  readTransit,
} from '../../accounts/read-account.ts';
import type { Place } from '../../accounts/warehouse-order.ts';
import { bufferOf, type WholeBody } from '../../contracts/intake/whole-body.ts';
import type { Database } from '../../db/database.ts';

interface Deps {
  readonly db: Database;
}

interface Act {
  readonly slug: string;
  readonly who: Actor;
  readonly if_match: string | undefined;
}

type SentFields = Readonly<Record<string, unknown>>;

interface Access extends Omit<Act, 'if_match'> {
  readonly client_id: number;
}

type Named = { readonly account: Access; readonly id: number };
type Wanted<F extends typeof addClientKey | typeof addClientToken> = {
  readonly account: Access;
  readonly wanted: Parameters<F>[2];
};

interface LaneBody extends Omit<LaneImport, 'text'> {
  readonly slug: string;
  readonly who: Actor;
  readonly body: WholeBody;
}

/** Tasks that read or change accounts, for any thread. Their data and results are plain data. */
export const ACCOUNT_TASKS = {
  'read-account': ({ db }: Deps, { slug }: { slug: string }) => readAccountFile(db, slug),
  'read-list': ({ db }: Deps, request: ListRequest) => readList(db, request),
  'read-element': ({ db }: Deps, request: Parameters<typeof readElement>[1]) => readElement(db, request),
  'read-settings': ({ db }: Deps, { slug }: { slug: string }) => readSettingsOf(db, slug),
  'read-transit': ({ db }: Deps, { slug }: { slug: string }) => readTransit(db, slug),
  'read-configuration': ({ db }: Deps, request: Parameters<typeof readConfigurationOf>[1]) =>
    readConfigurationOf(db, request),
  'add-key': ({ db }: Deps, { account, wanted }: Wanted<typeof addClientKey>) =>
    addClientKey(db, account, wanted),
  'end-key': ({ db }: Deps, { account, id }: Named) => endClientKey(db, account, id),
  'add-token': ({ db }: Deps, { account, wanted }: Wanted<typeof addClientToken>) =>
    addClientToken(db, account, wanted),
  'end-token': ({ db }: Deps, { account, id }: Named) => endClientToken(db, account, id),
  'add-user': (
    { db }: Deps,
    { account, entry }: { account: Access; entry: Parameters<typeof addClientUser>[2] },
  ) => addClientUser(db, account, entry),
  'change-user': (
    { db }: Deps,
    {
      account,
      email,
      patch,
    }: { account: Access; email: string; patch: Parameters<typeof changeClientUser>[3] },
  ) => changeClientUser(db, account, email, patch),
  'remove-user': ({ db }: Deps, { account, email }: { account: Access; email: string }) =>
    removeClientUser(db, account.slug, account.who, email),
  'change-client': ({ db }: Deps, change: Parameters<typeof changeClient>[1]) => changeClient(db, change),
  'apply-account': ({ db }: Deps, file: AccountFileBody) => applyAccountBody(db, file),
  'import-lanes': ({ db }: Deps, { slug, who, body, ...request }: LaneBody) =>
    importLanes(db, slug, { ...request, text: bufferOf(body).toString() }, { who }),
  'add-element': ({ db }: Deps, { act, value }: { act: ListAct; value: SentFields }) =>
    addElement(db, act, value),
  'change-element': ({ db }: Deps, { act, id, patch }: { act: ListAct; id: string; patch: SentFields }) =>
    changeElement(db, act, id, patch),
  'remove-element': ({ db }: Deps, { act, id }: { act: ListAct; id: string }) => removeElement(db, act, id),
  'order-warehouses': ({ db }: Deps, { act, ids }: { act: Act; ids: readonly string[] }) =>
    orderWarehouses(db, act, ids),
  'move-warehouse': ({ db }: Deps, { act, id, place }: { act: Act; id: string; place: Place }) =>
    moveWarehouse(db, act, id, place),
  'change-settings': ({ db }: Deps, { act, patch, name }: { act: Act; patch: SentFields; name?: string }) =>
    changeSettings(db, act, patch, name),
  'change-transit': async ({ db }: Deps, { act, patch }: { act: Act; patch: SentFields }) =>
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
