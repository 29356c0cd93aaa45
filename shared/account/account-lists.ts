import { MAX_INT } from '../contracts/common.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Warehouse } from '../engine/types.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import type { AccountEdit } from '../identity/actor.ts';
import { ELEMENT_NAMES, skuOfRule } from './account-changes.ts';
import { parseAccountFile, withFaults } from './account-file.ts';
import { type AccountState, assertMatches, etagOf } from './account-state.ts';
import { type AppliedAccount, applyIn } from './apply-account.ts';
import { type AccountAct, type AccountDatabase, changeAccount } from './change-account.ts';
import type { EnabledWarehouse } from './enabled-stock.ts';
import { replaceRule, withRule } from './rule-pages.ts';

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

/** The index of an element. Throws AppError not_found. */
export function indexOf(elements: readonly ListElement[], list: ListName, id: string): number {
  const index = elements.findIndex((element) => element.id === id);
  if (index === -1) throw new AppError('not_found', `There is no ${id} in ${list}.`);
  return index;
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
    return { at: present.length, value };
  });
  return Object.assign(elements.at(-1)!, { secret: webhooks.at(-1)?.secret ?? null });
}

/**
 * Changes the members of an element that `patch` has; `stock` is that of a warehouse that it enables. Throws AppError not_found,
 * precondition_failed, validation_failed.
 */
export async function changeElement(
  db: AccountDatabase,
  act: ListAct,
  id: string,
  patch: Record<string, unknown>,
): Promise<ListElement & { readonly stock: EnabledWarehouse['stock'] | null }> {
  const clear_stock = patch.clear_stock === true ? [id] : [];
  const changing = { ...act, id, action: 'change', clear_stock };
  const { elements, enabled } = await changeList(db, changing, (present) => {
    const at = matchedIndex(present, act, id);
    return { at, value: { ...present[at]!.value, ...patch } };
  });
  return Object.assign(elements.find((element) => element.id === id)!, { stock: enabled[0]?.stock ?? null });
}

/** Takes an element out of its list; a warehouse is disabled. Throws AppError not_found, precondition_failed. */
export async function removeElement(db: PrismaDatabase, act: ListAct, id: string): Promise<void> {
  await changeList(db, { ...act, id, action: 'remove' }, (present) => ({
    at: matchedIndex(present, act, id),
    value: null,
  }));
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
    assertMatches(act.if_match, etagOf(present.map(({ value }) => value)));
    const warehouses = present.map(({ value }) => value as unknown as Warehouse);
    indexOf(present, 'warehouses', id);
    const [[side, anchor]] = Object.entries(place) as [[string, string]];
    if (anchor === id) throw validationFailed([{ path: side, message: 'is the warehouse itself' }]);
    if (!present.some((element) => element.id === anchor))
      throw validationFailed([{ path: side, message: `there is no warehouse ${anchor}` }]);
    const priorities = movedPriorities(warehouses, id, place);
    const values = warehouses.map((each) => ({ ...each, priority: priorities.get(each.warehouse_id)! }));
    return { values };
  });
  return {
    element: elements.find((element) => element.id === id)!,
    list_etag: etagOf(elements.map(({ value }) => value)),
  };
}

/** The version of a whole list; of the rules, not all of which are read, that of their pages. */
export function listEtag({ file, version }: AccountState, list: ListName): string {
  const { item_controls } = version.document;
  return etagOf(list === 'item_controls' ? item_controls.map(({ digest }) => digest) : file[list]);
}

function matchedIndex(present: readonly ListElement[], { list, if_match }: ListAct, id: string): number {
  const index = indexOf(present, list, id);
  assertMatches(if_match, present[index]!.etag);
  return index;
}

interface ChangedList extends ListAct, Pick<AccountAct, 'clear_stock'> {
  readonly id: string;
  readonly action: string;
}

/** An element at an index of a list: another value, or none. Or other values of all elements. */
type ListChange = { readonly at: number; readonly value: object | null } | { readonly values: Values };

/** Changes a list. Of the rules, only those of one SKU are read, and they are all that the change is given. */
async function changeList(
  db: AccountDatabase,
  { slug, who, list, id, action, ...how }: ChangedList,
  change: (present: readonly ListElement[]) => ListChange,
): Promise<{ readonly elements: ListElement[] } & Pick<AppliedAccount, 'webhooks' | 'enabled'>> {
  const { dry_run = false, clear_stock = [] } = how;
  const subject = `${list.replace('_', '-')}/${id}`;
  const sku = list === 'item_controls' ? skuOfRule(id) : null;
  const act = { who, action: `${list}.${action}`, subject, dry_run, clear_stock };
  const rules = sku === null ? ('none' as const) : { sku };
  const elementsIn = (state: AccountState) => {
    const elements = elementsOf(state, list);
    return sku === null ? elements : elements.filter(({ value }) => value.sku === sku);
  };
  const { result, state, enabled } = await changeAccount(db, slug, { ...act, rules }, async (tx, before) => {
    const present = elementsIn(before);
    const changed = change(present);
    const values = present.map(({ value }) => value);
    const file = (listed: readonly object[]) => parseAccountFile({ client: { slug }, [list]: listed });
    if ('values' in changed) return applyIn(tx, before, file(changed.values));
    const { at, value } = changed;
    try {
      const parsed = file(values.toSpliced(at, 1, ...(value === null ? [] : [value as Values[number]])));
      if (sku === null) return await applyIn(tx, before, parsed, { secrets: db.secrets });
      const pages = before.version.document.item_controls;
      const rule = value === null ? null : parsed.item_controls![at]!;
      const rule_pages = at === present.length ? withRule(pages, rule!) : replaceRule(pages, sku, at, rule);
      return await applyIn(tx, before, { ...parsed, rule_pages });
    } catch (error) {
      throw value === null ? error : withFaults(error, (fault) => ofElement(fault, list, at));
    }
  });
  return { elements: elementsIn(state), webhooks: result.webhooks, enabled };
}

/**
 * Turns a fault of an account file into one of the element that was sent. If two elements repeat each other, the file's
 * fault is at the later one, which may not be the one that was sent.
 */
function ofElement({ path, message }: Fault, list: ListName, touched: number): Fault {
  const own = `${list}[${touched}]`;
  const isOwn = path.startsWith(`${own}.`) || message === `repeats ${own}`;
  return {
    path: isOwn ? path.slice(path.indexOf(']') + 2) : path,
    message: message.startsWith(`repeats ${list}[`) ? 'duplicates another entry' : message,
  };
}

/** A warehouse's ID and priority; null ranks last. */
export interface Ranked {
  readonly warehouse_id: string;
  readonly priority: number | null;
}

/** Compares warehouses by priority: those without one come last, and equals follow their IDs. */
export function byPriority(left: Ranked, right: Ranked): number {
  const [a, b] = [left, right].map(({ priority }) => priority ?? Number.POSITIVE_INFINITY);
  if (a !== b) return a! - b!;
  return left.warehouse_id < right.warehouse_id ? -1 : 1;
}

/** Where a warehouse goes: right before another one or right after it, in the order of priority. */
export type Place = { readonly before: string } | { readonly after: string };

/**
 * The priorities, by ID, that move warehouse `id` to a place. All others keep their order. Their numbers change only
 * where there is no room: those behind the place get larger ones as far as needed, and those before it get one if they
 * have none. If there is no larger number, all are numbered from 1.
 */
export function movedPriorities(
  warehouses: readonly Ranked[],
  id: string,
  place: Place,
): ReadonlyMap<string, number | null> {
  const others = warehouses.filter(({ warehouse_id }) => warehouse_id !== id).toSorted(byPriority);
  const [anchor, offset] = 'before' in place ? [place.before, 0] : [place.after, 1];
  const at = others.findIndex(({ warehouse_id }) => warehouse_id === anchor) + offset;
  const order = others.toSpliced(at, 0, { warehouse_id: id, priority: null });
  let last = 0;
  const numbers = order.map(({ priority }, index) => {
    if (index > at && priority === null) return null;
    const makesRoom = priority === null || (index > at && priority <= last);
    last = makesRoom ? last + 1 : priority;
    return last;
  });
  const priorities = last > MAX_INT ? numbers.map((number, index) => number && index + 1) : numbers;
  return new Map(order.map(({ warehouse_id }, index) => [warehouse_id, priorities[index]!]));
}
