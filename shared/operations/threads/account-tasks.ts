import { addElement, changeElement, moveWarehouse, removeElement } from '../../accounts/account-lists.ts';
import { changePart, readPart } from '../../accounts/account-parts.ts';
import { applyAccountBody } from '../../accounts/apply-body.ts';
import { changeClient } from '../../accounts/change-client.ts';
import { importPrices } from '../../accounts/change-rates.ts';
import {
  addClientKey,
  addClientToken,
  endClientKey,
  endClientToken,
  removeClientUser,
  rotateWebhookSecret,
} from '../../accounts/client-access.ts';
import { addClientUser, changeClientUser } from '../../accounts/client-users.ts';
import { restoreConfiguration } from '../../accounts/history.ts';
import { importLanes } from '../../accounts/import-lanes.ts';
import { readAccountFile, readConfigurationOf, readElement, readList } from '../../accounts/read-account.ts';
import type { Database } from '../../db/database.ts';
import { applyWhatIf } from '../../routing/what-if/apply-what-if.ts';
import { readWhatIf } from '../../routing/what-if/draft.ts';

/** What threads do with accounts. The arguments and results are plain data. */
const ACCOUNT_TASKS = {
  addClientKey,
  addClientToken,
  addClientUser,
  addElement,
  applyAccountBody,
  applyWhatIf,
  changeClient,
  changeClientUser,
  changeElement,
  changePart,
  endClientKey,
  endClientToken,
  importLanes,
  importPrices,
  moveWarehouse,
  readAccountFile,
  readConfigurationOf,
  readElement,
  readList,
  readPart,
  readWhatIf,
  removeClientUser,
  removeElement,
  restoreConfiguration,
  rotateWebhookSecret,
};

/** A function that reads or changes an account. */
export type AccountTask = (typeof ACCOUNT_TASKS)[keyof typeof ACCOUNT_TASKS];

/** What it is called with after the database. */
export type AccountTaskArgs<Task extends AccountTask> =
  Parameters<Task> extends [unknown, ...infer Args] ? Args : never;

interface AccountCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** A call of a task, for `doAccountTask` in any thread. */
export function accountCall<Task extends AccountTask>(task: Task, args: AccountTaskArgs<Task>): AccountCall {
  const [name] = Object.entries(ACCOUNT_TASKS).find(([, known]) => known === task)!;
  return { name, args };
}

/** The thread task that does any of these. */
export function doAccountTask(
  { db }: { readonly db: Database },
  { name, args }: AccountCall,
): Promise<unknown> {
  const task = ACCOUNT_TASKS[name as keyof typeof ACCOUNT_TASKS] as (...all: unknown[]) => Promise<unknown>;
  return task(db, ...args);
}
