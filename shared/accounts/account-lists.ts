import type { PrismaDatabase } from '../db/database.ts';
import type { Warehouse } from '../engine/types.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { parseAccountFile } from './account-file.ts';
import type { AccountState } from './account-state.ts';
import type { AccountEdit } from './actor.ts';
import { type AppliedAccount, applyIn, applyPart } from './apply-account.ts';
import { type AccountAct, changeAccount } from './change-account.ts';
import { ELEMENT_NAMES } from './element-names.ts';
import type { EnabledWarehouse } from './enabled-stock.ts';
import { assertMatches, etagOf } from './etag.ts';
import { movedPriorities, type Place } from './warehouse-order.ts';

/** The lists of the account file whose elements are changed one by one. */
export type ListName = 'warehouses' | 'profiles' | 'item_controls' | 'webhooks';

/** One element of a list: its name in URLs, its value in the file, and its version. */
export interface ListElement {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly etag: string;
}

type Values = readonly Readonly<Record<string, unknown>>[];

/** Somebody's change of one list. */
interface ListAct extends AccountEdit {
  readonly list: ListName;
  readonly dry_run?: boolean;
}

/** A list's elements in the file's order. */
export function elementsOf({ file }: Pick<AccountState, 'file'>, list: ListName): ListElement[] {
  const values: readonly object[] = file[list];
  const ids = ELEMENT_NAMES[list](values as never);
  return (values as Values).map((value, index) => ({
    id: ids[index]!,
    value,
    // Computed only for the elements that are shown, because a list may be long.
    get etag() {
      return etagOf(value);
    },
  }));
}

/** The place of an element. Throws AppError not_found. */
export function placeOf(elements: readonly ListElement[], list: ListName, id: string): number {
  const place = elements.findIndex((element) => element.id === id);
  if (place === -1) throw new AppError('not_found', `There is no ${id} in ${list}.`);
  return place;
}

/** Adds an element at the end; `secret` is that of a webhook endpoint. Throws AppError already_exists, validation_failed with paths in the element. */
export async function addElement(
  db: PrismaDatabase,
  act: ListAct,
  value: Record<string, unknown>,
): Promise<ListElement & { readonly secret: string | null }> {
  const id = String(
    value.warehouse_id ?? value.partner_id ?? value.url ?? `${value.sku}~${value.rule}`,
  ).trim();
  const { elements, webhooks } = await changeList(db, { ...act, id, action: 'add' }, (present) => {
    const exists = act.list !== 'item_controls' && present.some((element) => element.id === id);
    if (exists) throw new AppError('already_exists', `${id} already exists in ${act.list}.`);
    return { values: [...present.map((each) => each.value), value], touched: present.length };
  });
  return Object.assign(elements.at(-1)!, { secret: webhooks.at(-1)?.secret ?? null });
}

/**
 * Changes the members of an element that `patch` has; `stock` is that of a warehouse that it enables. Throws AppError not_found,
 * precondition_failed, validation_failed.
 */
export async function changeElement(
  db: PrismaDatabase,
  act: ListAct,
  id: string,
  patch: Record<string, unknown>,
): Promise<ListElement & { readonly stock: EnabledWarehouse['stock'] | null }> {
  const clear_stock = patch.clear_stock === true ? [id] : [];
  const changing = { ...act, id, action: 'change', clear_stock };
  const { elements, enabled } = await changeList(db, changing, (present) => {
    const touched = indexOf(present, act, id);
    const values = present.map(({ value }, at) => (at === touched ? { ...value, ...patch } : value));
    return { values, touched };
  });
  return Object.assign(elements.find((element) => element.id === id)!, { stock: enabled[0]?.stock ?? null });
}

/** Takes an element out of its list; a warehouse is disabled. Throws AppError not_found, precondition_failed. */
export async function removeElement(db: PrismaDatabase, act: ListAct, id: string): Promise<void> {
  await changeList(db, { ...act, id, action: 'remove' }, (present) => {
    const touched = indexOf(present, act, id);
    return { values: present.filter((_, at) => at !== touched).map(({ value }) => value), touched: null };
  });
}

/**
 * Moves a warehouse in the order of priority, and changes only the priorities that this needs. `if_match` is the version
 * of the whole list. Returns the moved warehouse, and the list's version after it. Throws AppError not_found,
 * precondition_failed, validation_failed.
 */
export async function moveWarehouse(
  db: PrismaDatabase,
  act: Omit<ListAct, 'list'>,
  id: string,
  place: Place,
): Promise<{ element: ListElement; list_etag: string }> {
  const { elements } = await changeList(db, { ...act, list: 'warehouses', id, action: 'move' }, (present) => {
    assertMatches(act.if_match, listEtag(present));
    const warehouses = present.map(({ value }) => value as unknown as Warehouse);
    placeOf(present, 'warehouses', id);
    const [[side, anchor]] = Object.entries(place) as [[string, string]];
    if (anchor === id) throw validationFailed([{ path: side, message: 'is the warehouse itself' }]);
    if (!present.some((element) => element.id === anchor))
      throw validationFailed([{ path: side, message: `there is no warehouse ${anchor}` }]);
    const priorities = movedPriorities(warehouses, id, place);
    const values = warehouses.map((each) => ({ ...each, priority: priorities.get(each.warehouse_id)! }));
    return { values, touched: null };
  });
  return { element: elements.find((element) => element.id === id)!, list_etag: listEtag(elements) };
}

/** The version of a whole list. */
export function listEtag(elements: readonly ListElement[]): string {
  return etagOf(elements.map(({ value }) => value));
}

function indexOf(present: readonly ListElement[], { list, if_match }: ListAct, id: string): number {
  const index = placeOf(present, list, id);
  assertMatches(if_match, present[index]!.etag);
  return index;
}

interface ChangedList extends ListAct, Pick<AccountAct, 'clear_stock'> {
  readonly id: string;
  readonly action: string;
}

/** `touched` is the element whose faults are reported with paths of its own. */
async function changeList(
  db: PrismaDatabase,
  { slug, who, list, id, action, ...how }: ChangedList,
  change: (present: readonly ListElement[]) => { readonly values: Values; readonly touched: number | null },
): Promise<{ readonly elements: ListElement[] } & Pick<AppliedAccount, 'webhooks' | 'enabled'>> {
  const { dry_run = false, clear_stock = [] } = how;
  const subject = `${list.replace('_', '-')}/${id}`;
  const act = { who, action: `${list}.${action}`, subject, dry_run, clear_stock };
  const { result, state, enabled } = await changeAccount(db, slug, act, async (tx, client, before) => {
    const { values, touched } = change(elementsOf(before, list));
    const file = { client: { slug }, [list]: values };
    if (touched === null) return applyIn(tx, client, parseAccountFile(file), null, db);
    return applyPart(tx, client, file, (fault) => ofElement(fault, list, touched), db);
  });
  return { elements: elementsOf(state, list), webhooks: result.webhooks, enabled };
}

/**
 * Turns a fault of an account file into one of the element that was sent. If two elements repeat each other, the file's
 * fault is at the later one, which may not be the one that was sent.
 */
function ofElement({ path, message }: Fault, list: ListName, touched: number): Fault {
  const place = `${list}[${touched}]`;
  const isOwn = path.startsWith(`${place}.`) || message === `repeats ${place}`;
  return {
    path: isOwn ? path.slice(path.indexOf(']') + 2) : path,
    message: message.startsWith(`repeats ${list}[`) ? 'is that of another one' : message,
  };
}
