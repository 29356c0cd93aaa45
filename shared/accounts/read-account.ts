import { accountView } from '../contracts/account/account.ts';
import { configurationView } from '../contracts/account/history.ts';
import type { Database } from '../db/database.ts';
import type { Settings } from '../engine/types.ts';
import { elementOf, elementsOf, type ListElement, type ListName } from './account-lists.ts';
import { routingFile } from './account-state.ts';
import { accountEtag } from './apply-body.ts';
import { showTransit, type TransitView } from './change-transit.ts';
import { etagOf } from './etag.ts';
import { findConfiguration } from './history.ts';
import { showAccount } from './show-account.ts';

type Db = Pick<Database, 'prisma'>;

/** The account file, as JSON. */
export async function readAccountFile(db: Db, slug: string): Promise<{ answer: string; etag: string }> {
  const state = await showAccount(db, slug);
  return { answer: JSON.stringify(accountView.parse(state.file)), etag: accountEtag(state) };
}

/** Which elements of a list are read. */
export interface ListRequest {
  readonly slug: string;
  readonly list: ListName;
  /** A text that their names contain, in lower case. */
  readonly sought: string;
  readonly first: number;
  readonly limit: number;
}

/** Some elements of a list, whether there are more, and the version of the whole list. */
export async function readList(
  db: Db,
  { slug, list, sought, first, limit }: ListRequest,
): Promise<{ elements: ListElement[]; goes_on: boolean; etag: string }> {
  const all = elementsOf(await showAccount(db, slug), list);
  const found = all.filter(({ id }) => id.toLowerCase().includes(sought));
  return {
    elements: found.slice(first, first + limit),
    goes_on: first + limit < found.length,
    etag: etagOf(all.map(({ value }) => value)),
  };
}

/** One element of a list. Throws AppError not_found. */
export async function readElement(
  db: Db,
  { slug, list, id }: { readonly slug: string; readonly list: ListName; readonly id: string },
): Promise<ListElement> {
  return elementOf(await showAccount(db, slug), list, id);
}

/** All settings. */
export async function readSettingsOf(db: Db, slug: string): Promise<Settings> {
  return (await showAccount(db, slug)).file.settings as Settings;
}

/** Where transit days come from. */
export async function readTransit(db: Db, slug: string): Promise<TransitView> {
  return showTransit(db, await showAccount(db, slug));
}

/** One configuration that a client has or had, as JSON. Throws AppError not_found. */
export async function readConfigurationOf(
  { prisma }: Db,
  { client_id, id }: { readonly client_id: number; readonly id: number },
): Promise<{ answer: string }> {
  const { created_at, setup } = await findConfiguration(prisma, client_id, id);
  const { configurationId } = await prisma.client.findUniqueOrThrow({ where: { id: client_id } });
  const view = configurationView.parse({
    configuration_id: id,
    created_at: created_at.toISOString(),
    is_current: id === configurationId,
    contract_variant: setup.contract_variant,
    ...routingFile(setup),
  });
  return { answer: JSON.stringify(view) };
}
