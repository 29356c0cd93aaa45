import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { prepared } from '../db/sql.ts';
import type { ItemControl, Profile, Warehouse } from '../engine/types.ts';
import { canonicalJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { ConfigurationDocument } from './configuration-document.ts';
import { digestOf, endsPage, type Page, pagesOf, type RulePages } from './rule-pages.ts';

// A version of a client's configuration is a list of parts by their digests: one of settings, and pages of warehouses,
// profiles and rules. Parts are stored once for a client, so a change writes only those that are new.

/** A stored version of a client's document. Neither changes. */
export interface ConfigurationVersion {
  readonly id: number;
  readonly client_id: number;
  readonly created_at: Date;
  readonly document: ConfigurationDocument;
  /** Database ids of the document's warehouses, by index. */
  readonly warehouse_db_ids: readonly number[];
  readonly parts: Parts;
}

/** The digests of a document's parts. */
interface Parts {
  readonly settings: string;
  readonly warehouses: readonly string[];
  readonly profiles: readonly string[];
}

/** Reads or writes rows, in a transaction or by a pool. */
export type Rows = <Row>(statement: Sql) => Promise<Row[]>;

export function rowsIn(tx: Pick<Prisma.TransactionClient, '$queryRaw'>): Rows {
  return (statement) => tx.$queryRaw(statement);
}

/** Routing reads configurations by SQL, because threads that route have no Prisma Client. */
export function rowsOf(pool: Queryable): Rows {
  return async <Row>(statement: Sql) => (await pool.query(prepared(statement))).rows as Row[];
}

/** Which rules are read: none, all, at least the first so many, or all that a change of a SKU's rules needs. */
export type WantedRules = 'none' | 'all' | { readonly first: number } | { readonly sku: string };

/** Reads a version, without its rules. Throws AppError not_found if `client_id` is given and it is not that client's. */
export async function readVersion(rows: Rows, id: number, client_id?: number): Promise<ConfigurationVersion> {
  const [row] = await rows<
    Parts & {
      readonly client_id: number;
      readonly created_at: Date;
      readonly warehouse_db_ids: readonly number[];
      readonly item_controls: readonly string[];
      readonly content: string;
    }
  >(sql`
    SELECT client_id, created_at, warehouse_db_ids, settings, warehouses, profiles, item_controls, (
      SELECT json_object_agg(p.digest, p.body)::text FROM configuration_parts p
      WHERE p.client_id = c.client_id AND p.digest = ANY (settings || warehouses || profiles)
    ) AS content
    FROM configurations c WHERE id = ${id}`);
  if (row === undefined || (client_id !== undefined && row.client_id !== client_id))
    throw new AppError('not_found', `There is no configuration ${id}.`);
  const { settings, warehouses, profiles, warehouse_db_ids, created_at } = row;
  const content = JSON.parse(row.content) as Readonly<Record<string, unknown>>;
  const listOf = <Element>(digests: readonly string[]) =>
    digests.flatMap((digest) => content[digest] as readonly Element[]);
  return {
    id,
    client_id: row.client_id,
    created_at,
    warehouse_db_ids,
    parts: { settings, warehouses, profiles },
    document: {
      ...(content[settings] as SettingsPart),
      warehouses: listOf<Warehouse>(warehouses),
      profiles: listOf<Profile>(profiles),
      item_controls: row.item_controls.map((digest) => ({ digest, elements: null })),
    },
  };
}

/** A version of which these rules have been read. */
export async function withRules(
  rows: Rows,
  version: ConfigurationVersion,
  wanted: WantedRules,
): Promise<ConfigurationVersion> {
  const { client_id, document } = version;
  const item_controls = await readRules(rows, client_id, document.item_controls, wanted);
  return { ...version, document: { ...document, item_controls } };
}

/** A version with those of its pages of rules that another version has read. */
export function sharingPages(version: ConfigurationVersion, read: RulePages): ConfigurationVersion {
  const known = new Map(read.map((page) => [page.digest, page]));
  const item_controls = version.document.item_controls.map((page) => known.get(page.digest) ?? page);
  return { ...version, document: { ...version.document, item_controls } };
}

/** The same as `readVersion`, with all rules. */
export async function readWholeVersion(
  rows: Rows,
  id: number,
  client_id?: number,
): Promise<ConfigurationVersion> {
  return withRules(rows, await readVersion(rows, id, client_id), 'all');
}

/** The part that is no list. */
type SettingsPart = Omit<ConfigurationDocument, 'warehouses' | 'profiles' | 'item_controls'>;

async function readRules(
  rows: Rows,
  client_id: number,
  pages: RulePages,
  wanted: WantedRules,
): Promise<RulePages> {
  if (wanted === 'none') return pages;
  if (wanted === 'all') return readPages(rows, client_id, pages, () => true);
  if ('sku' in wanted) return readPagesOf(rows, client_id, pages, wanted.sku);
  let read = pages;
  for (let end = 1, count = 0; ; end *= 2) {
    read = await readPages(rows, client_id, read, (index) => index < end);
    count = read.slice(0, end).reduce((sum, { elements }) => sum + elements!.length, 0);
    if (count >= wanted.first || end >= pages.length) return read;
  }
}

/** A new rule goes to the last page. */
async function readPagesOf(rows: Rows, client_id: number, pages: RulePages, sku: string): Promise<RulePages> {
  const found = await rows<{ digest: string }>(sql`
    SELECT digest FROM configuration_parts
    WHERE client_id = ${client_id} AND digest = ANY (${pages.map(({ digest }) => digest)}::text[]) AND skus @> ARRAY[${sku}]`);
  const digests = new Set(found.map(({ digest }) => digest));
  const isOf = (index: number) => pages[index] !== undefined && digests.has(pages[index].digest);
  return readPages(
    rows,
    client_id,
    pages,
    (index) => isOf(index) || index === pages.length - 1 || (endsPage(sku) && isOf(index - 1)),
  );
}

async function readPages(
  rows: Rows,
  client_id: number,
  pages: RulePages,
  isWanted: (index: number) => boolean,
): Promise<RulePages> {
  const digests = pages.flatMap(({ digest, elements }, index) =>
    elements === null && isWanted(index) ? digest : [],
  );
  if (digests.length === 0) return pages;
  const found = await rows<{ digest: string; body: string }>(sql`
    SELECT digest, body::text AS body FROM configuration_parts
    WHERE client_id = ${client_id} AND digest = ANY (${digests}::text[])`);
  const read = new Map(found.map(({ digest, body }) => [digest, JSON.parse(body) as readonly ItemControl[]]));
  return pages.map((page, index) =>
    page.elements === null && isWanted(index) ? { ...page, elements: read.get(page.digest)! } : page,
  );
}

/** How a document is stored. */
interface Storing {
  /** The version that the document was made from; null: there is none. */
  readonly base: ConfigurationVersion | null;
  /** A draft is stored for a what-if. It has no warehouses of its own, and does not become the client's. */
  readonly isDraft: boolean;
}

/** Stores a client's document. An equal version that the client has or had is used again. */
export async function storeVersion(
  rows: Rows,
  client_id: number,
  document: ConfigurationDocument,
  { base, isDraft }: Storing,
): Promise<ConfigurationVersion> {
  if (base?.document === document) return base;
  const { warehouses, profiles, item_controls, ...settings } = document;
  const settingsText = canonicalJson(settings satisfies SettingsPart);
  const pages = {
    warehouses: pagesOf(warehouses, ({ warehouse_id }) => warehouse_id),
    profiles: pagesOf(profiles, ({ partner_id }) => partner_id),
    item_controls,
  };
  const known = new Set([
    ...(base ? [base.parts.settings, ...base.parts.warehouses, ...base.parts.profiles] : []),
    ...(base?.document.item_controls ?? []).map(({ digest }) => digest),
  ]);
  const parts: Parts = {
    settings: digestOf(settingsText),
    warehouses: pages.warehouses.map(({ digest }) => digest),
    profiles: pages.profiles.map(({ digest }) => digest),
  };
  const added: Page<unknown>[] = Object.values<readonly Page<unknown>[]>(pages).flat();
  const texts = new Map(
    added.flatMap(({ digest, elements }) =>
      known.has(digest) ? [] : [[digest, JSON.stringify(elements)] as const],
    ),
  );
  if (!known.has(parts.settings)) texts.set(parts.settings, settingsText);
  await addParts(rows, client_id, texts);
  const warehouse_db_ids = await idsOf(rows, client_id, base, warehouses);
  const rules = item_controls.map(({ digest }) => digest);
  // The null is a part that no longer exists: digests of stored versions stay as they are.
  const digest = digestOf(canonicalJson([parts, rules, null, warehouse_db_ids]));
  // Somebody else may store the same draft at the same time.
  const [stored] = await rows<Pick<ConfigurationVersion, 'id' | 'created_at'>>(sql`
    WITH known AS (
      SELECT id, created_at FROM configurations WHERE client_id = ${client_id} AND digest = ${digest}
    ), added AS (
      INSERT INTO configurations
        (client_id, digest, settings, warehouses, profiles, item_controls, warehouse_db_ids, is_draft)
      SELECT ${client_id}::int, ${digest}::text, ${parts.settings}::text, ${parts.warehouses}::text[],
             ${parts.profiles}::text[], ${rules}::text[], ${warehouse_db_ids}::int[], ${isDraft}::bool
      WHERE NOT EXISTS (SELECT FROM known)
      ON CONFLICT (client_id, digest) DO UPDATE SET digest = excluded.digest
      RETURNING id, created_at
    )
    SELECT * FROM known UNION ALL SELECT * FROM added`);
  return { ...stored!, client_id, document, warehouse_db_ids, parts };
}

/** A part that another version had may be about to be removed (lapsed-rows.ts): from now on it counts as used. */
async function addParts(rows: Rows, client_id: number, texts: ReadonlyMap<string, string>): Promise<void> {
  if (texts.size === 0) return;
  await rows(sql`
    INSERT INTO configuration_parts (client_id, digest, body, skus)
    SELECT ${client_id}::int, digest, body::json, (
      SELECT array_agg(DISTINCT element ->> 'sku') FROM json_array_elements(
        CASE json_typeof(body::json) WHEN 'array' THEN body::json ELSE '[]' END) AS element
      WHERE element ->> 'sku' IS NOT NULL)
    FROM unnest(${[...texts.keys()]}::text[], ${[...texts.values()]}::text[]) AS part (digest, body)
    ON CONFLICT (client_id, digest) DO UPDATE SET used_at = clock_timestamp()`);
}

/** The ids of the warehouses, of which those that are new get one. */
async function idsOf(
  rows: Rows,
  client_id: number,
  base: ConfigurationVersion | null,
  warehouses: readonly Warehouse[],
): Promise<readonly number[]> {
  const known = base?.warehouse_db_ids ?? [];
  const added = warehouses.slice(known.length).map(({ warehouse_id }) => warehouse_id);
  if (added.length === 0) return known;
  const made = await rows<{ id: number }>(sql`
    INSERT INTO warehouses (client_id, warehouse_id)
    SELECT ${client_id}::int, warehouse_id FROM unnest(${added}::text[]) WITH ORDINALITY AS new (warehouse_id, place)
    ORDER BY place
    RETURNING id`);
  return [...known, ...made.map(({ id }) => id)];
}
