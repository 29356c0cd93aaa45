import { z } from 'zod';
import { accountView, appliedAccount } from '../contracts/account/account.ts';
import { configurationView } from '../contracts/account/history.ts';
import { readPatch } from '../contracts/intake/strict-body.ts';
import type { WholeBody } from '../contracts/intake/whole-body.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { nullLast } from '../engine/rules/allocation-order.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { type Actor, hasOperatorRights } from '../identity/actor.ts';
import { skuOfRule } from './account-changes.ts';
import { type AccountFile, invalidAccountFile, parseAccountFile } from './account-file.ts';
import { elementsOf, indexOf, type ListElement, type ListName, listEtag } from './account-lists.ts';
import { type AccountState, assertMatches, etagOf, readAccountState } from './account-state.ts';
import { applyFile, type InvitedByFile } from './apply-account.ts';
import { type AccountDatabase, changeAccount } from './change-account.ts';
import { findClient } from './clients.ts';
import { documentFile } from './configuration-document.ts';
import { readWholeVersion, rowsIn, type WantedRules } from './configuration-versions.ts';

/** Reads an account as it is at one moment, with the rules that are wanted. Throws AppError not_found. */
export function showAccount(
  { prisma }: PrismaDatabase,
  slug: string,
  rules: WantedRules,
): Promise<AccountState> {
  return prisma.$transaction(async (tx) => readAccountState(tx, await findClient(tx, slug), rules), {
    isolationLevel: 'RepeatableRead',
  });
}

/** The account file, as JSON. */
export async function readAccountFile(
  db: PrismaDatabase,
  slug: string,
): Promise<{ answer: string; etag: string }> {
  const state = await showAccount(db, slug, 'all');
  return { answer: JSON.stringify(accountView.parse(state.file)), etag: accountEtag(state) };
}

/** Which elements of a list are read. */
interface ListRequest {
  readonly slug: string;
  readonly list: ListName;
  /** A text that their IDs or names contain, in lower case. */
  readonly sought: string;
  /** Null: the order of the account file. */
  readonly sort: ListSort | null;
  /** The last element of the page before. */
  readonly after: ListPosition | null;
  readonly limit: number;
}

/** The orders of a list other than that of the account file. */
export const LIST_SORTS = {
  warehouses: ['priority', '-priority'],
  profiles: ['name', '-name'],
  item_controls: ['sku', '-sku'],
  webhooks: ['url', '-url'],
} as const satisfies Readonly<Record<ListName, readonly string[]>>;

type ListSort = (typeof LIST_SORTS)[ListName][number];

/** How many elements came before the end of a page, and the ID of its last one. */
type ListPosition = readonly [count: number, id: string];

/** Some elements of a list, the end of the page if there are more, and the version of the whole list. */
export async function readList(
  db: PrismaDatabase,
  { slug, list, sought, sort, after, limit }: ListRequest,
): Promise<{ elements: ListElement[]; next: ListPosition | null; etag: string }> {
  const isPage = list === 'item_controls' && sought === '' && sort === null;
  const wanted = isPage ? { first: (after?.[0] ?? 0) + limit + 1 } : ('all' as const);
  let { found, etag } = await findElements(db, { slug, list, sought, sort }, wanted);
  const isMoved = after !== null && found[after[0] - 1]?.id !== after[1];
  if (isPage && isMoved) ({ found, etag } = await findElements(db, { slug, list, sought, sort }, 'all'));
  const first = after === null ? 0 : indexAfter(found, after);
  const elements = found.slice(first, first + limit);
  const end = first + elements.length;
  const next = end < found.length ? ([end, elements.at(-1)!.id] as const) : null;
  return { elements, next, etag };
}

async function findElements(
  db: PrismaDatabase,
  { slug, list, sought, sort }: Pick<ListRequest, 'slug' | 'list' | 'sought' | 'sort'>,
  rules: WantedRules,
): Promise<{ found: ListElement[]; etag: string }> {
  const state = await showAccount(db, slug, list === 'item_controls' ? rules : 'none');
  const all = elementsOf(state, list);
  const isSought = (text: string) => text.toLowerCase().includes(sought);
  const found = all.filter((element) => textsOf(element).some(isSought));
  return { found: sorted(found, sort), etag: listEtag(state, list) };
}

/** What a search looks at. The ID of a rule has its SKU. */
function textsOf({ id, value }: ListElement): string[] {
  const name = value.warehouse_name ?? value.name;
  return typeof name === 'string' ? [id, name] : [id];
}

function sorted(elements: ListElement[], sort: ListSort | null): ListElement[] {
  if (sort === null) return elements;
  const field = sort.replace('-', '');
  const ascending = elements.toSorted(
    (left, right) =>
      nullLast(left.value[field] as string | null, right.value[field] as string | null) ||
      nullLast(left.id, right.id),
  );
  return sort.startsWith('-') ? ascending.reverse() : ascending;
}

/** The list may have changed since the page before: then its last element is somewhere else. */
function indexAfter(found: readonly ListElement[], [count, id]: ListPosition): number {
  const at = found[count - 1]?.id === id ? count - 1 : found.findIndex((element) => element.id === id);
  return at === -1 ? count : at + 1;
}

/** One element of a list. Throws AppError not_found. */
export async function readElement(
  db: PrismaDatabase,
  { slug, list, id }: { readonly slug: string; readonly list: ListName; readonly id: string },
): Promise<ListElement> {
  const rules = list === 'item_controls' ? { sku: skuOfRule(id) } : 'none';
  const elements = elementsOf(await showAccount(db, slug, rules), list);
  return elements[indexOf(elements, list, id)]!;
}

/** One configuration that a client has or had, as JSON. Throws AppError not_found. */
export async function readConfigurationOf(
  { prisma }: PrismaDatabase,
  { client_id, id }: { readonly client_id: number; readonly id: number },
): Promise<{ answer: string }> {
  const { created_at, document } = await readWholeVersion(rowsIn(prisma), id, client_id);
  const { configuration_id } = await prisma.client.findUniqueOrThrow({ where: { id: client_id } });
  const view = configurationView.parse({
    configuration_id: id,
    created_at: created_at.toISOString(),
    is_current: id === configuration_id,
    contract_variant: document.contract_variant,
    ...documentFile(document),
  });
  return { answer: JSON.stringify(view) };
}

/** An account file that was sent for the account of `slug`. */
interface AccountFileBody {
  readonly slug: string;
  readonly who: Actor;
  readonly body: WholeBody | null;
  readonly if_match: string | undefined;
  readonly dry_run: boolean;
  /** Where links of invitations begin; null: nobody can be invited. */
  readonly public_url: string | null;
  /** The links are mailed, and not shown. */
  readonly mailed: boolean;
}

/** The version of a whole account. */
export function accountEtag({ file, lane_table_id, rate_table_id }: AccountState): string {
  return etagOf([file, lane_table_id, rate_table_id]);
}

/**
 * Applies an account file from its bytes; `answer` is JSON. Throws AppError: invalid_json, validation_failed with the
 * paths of its faults, forbidden, precondition_failed, last_owner. Then nothing is changed.
 */
export async function applyAccountBody(
  db: AccountDatabase,
  { slug, who, body, if_match, dry_run, public_url, mailed }: AccountFileBody,
): Promise<{ readonly answer: string; readonly etag: string; readonly invited: readonly InvitedByFile[] }> {
  const file = parseAccountFile(readPatch(z.looseObject({}), body));
  if (file.client.slug !== slug) {
    if (!hasOperatorRights(who)) throw new AppError('forbidden', 'Only operators may change client.slug.');
    throw validationFailed([{ path: 'client.slug', message: `must be ${slug}, the client that is open` }]);
  }
  refusePasswords(file);
  const check = (state: AccountState) => assertMatches(if_match, accountEtag(state));
  const how = { who, check, dry_run, public_url, mailed };
  const { result, state, ...outcome } = await applyFile(db, file, how, changeAccount);
  const { users, ...issued } = result;
  const shown = users.map((user) => (mailed ? { ...user, invitation_url: null } : user));
  const invited = users.length > 0 && { users: shown };
  const answer = appliedAccount.parse({ dry_run, account: state.file, ...outcome, ...issued, ...invited });
  return { answer: JSON.stringify(answer), etag: accountEtag(state), invited: dry_run ? [] : users };
}

/** Whoever may change an account may not choose other people's passwords. */
function refusePasswords({ users = [] }: AccountFile): void {
  const message = 'must not be set: invited users choose their own password';
  const faults = users.flatMap(({ password }, index) =>
    password === undefined ? [] : { path: `users[${index}].password`, message },
  );
  if (faults.length > 0) throw invalidAccountFile(faults);
}
