import { addElement, changeElement, moveWarehouse, removeElement } from '../../account/account-lists.ts';
import { changePart, readPart } from '../../account/account-parts.ts';
import {
  addClient,
  addClientKey,
  changeClient,
  changeClientUser,
  endClientKey,
  inviteClientUser,
  removeClientUser,
  rollClientKey,
  rotateWebhookSecret,
} from '../../account/change-client.ts';
import { restoreConfiguration } from '../../account/history.ts';
import { importLanes, importPrices } from '../../account/import-tables.ts';
import {
  applyAccountBody,
  readAccountFile,
  readConfigurationOf,
  readElement,
  readList,
} from '../../account/read-account.ts';
import { removeSso, saveSso } from '../../account/sso-connection.ts';
import { proveDomain, saveCheckedDomain } from '../../account/sso-domains.ts';
import type { Database } from '../../db/database.ts';
import { stockOfAccounts } from '../../ledger/stock/clear-stock.ts';
import { applyWhatIf } from '../../work/what-if/apply-what-if.ts';
import { readWhatIf } from '../../work/what-if/draft.ts';

/** What reads an account. The arguments and results are plain data, as threads need it. */
const ACCOUNT_READS = {
  readAccountFile,
  readConfigurationOf,
  readElement,
  readList,
  readPart,
  readWhatIf,
};

/** What changes an account, also as a dry run: one at a time for each account. */
const ACCOUNT_CHANGES = {
  addClient,
  addClientKey,
  addElement,
  applyAccountBody,
  applyWhatIf,
  changeClient,
  changeClientUser,
  changeElement,
  changePart,
  endClientKey,
  importLanes,
  importPrices,
  inviteClientUser,
  moveWarehouse,
  proveDomain,
  removeClientUser,
  removeElement,
  removeSso,
  restoreConfiguration,
  rollClientKey,
  rotateWebhookSecret,
  saveCheckedDomain,
  saveSso,
};

const ACCOUNT_TASKS = { ...ACCOUNT_READS, ...ACCOUNT_CHANGES };

type AccountTasks = typeof ACCOUNT_TASKS;

/** The name of what reads or changes an account. */
export type AccountTask = keyof AccountTasks;

/** What it is called with after the database. */
export type AccountTaskArgs<Name extends AccountTask> =
  Parameters<AccountTasks[Name]> extends [unknown, ...infer Args] ? Args : never;

/** What it returns. */
export type AccountTaskResult<Name extends AccountTask> = Awaited<ReturnType<AccountTasks[Name]>>;

/** A call of a task. */
export interface AccountCall {
  readonly name: AccountTask;
  readonly args: readonly unknown[];
  /** For so many days what happened to stock is known. */
  readonly log_days: number;
}

/** Whether a task changes the account. */
export function isAccountChange(name: AccountTask): boolean {
  return Object.hasOwn(ACCOUNT_CHANGES, name);
}

/** Does any of the tasks, in any thread. */
export function doAccountTask(
  { db }: { readonly db: Database },
  { name, args, log_days }: AccountCall,
): Promise<unknown> {
  const task = ACCOUNT_TASKS[name] as (...all: unknown[]) => Promise<unknown>;
  return task({ ...db, stock: stockOfAccounts(log_days) }, ...args);
}
