import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  type AccountSettings,
  DEFAULT_ACCOUNT_SETTINGS,
  storableSettings,
} from '../contracts/account/settings.ts';
import type { ContractVariant } from '../db/generated/client.ts';
import { invariant } from '../engine/invariant.ts';
import type { Configuration, ItemControl, Rates, Warehouse } from '../engine/types.ts';
import type { AccountFile } from './account-file.ts';

/** Where a client's lanes come from (docs/reference/lanes.md). */
export interface TransitSetup {
  readonly provider: 'table' | 'zone' | 'http';
  /** The client's own lanes, which the provider `table` reads; another provider leaves them unchanged. */
  readonly lane_table_id: number | null;
  /** What else the provider needs (shared/transit/http). It has no secrets, which are only in the environment. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** How prices are found, and the version of the client's prices, which never changes. */
export interface StoredRates extends Rates {
  readonly rate_table_id: number;
}

/**
 * All that a client configures, and that its decisions depend on apart from stock and orders. It never changes: what
 * changes an account lays a patch over its document, which makes another one.
 */
export interface ConfigurationDocument extends Omit<Configuration, 'settings' | 'item_controls'> {
  readonly contract_variant: ContractVariant;
  readonly settings: AccountSettings;
  readonly transit: TransitSetup;
  /** The prices that were uploaded last. They stay while the account has no rates. */
  readonly rate_table_id: number | null;
  readonly item_controls: RulePages;
}

/** What a client has before it configures anything. */
export const NEW_DOCUMENT: ConfigurationDocument = {
  contract_variant: 'A',
  settings: DEFAULT_ACCOUNT_SETTINGS,
  transit: { provider: 'zone', lane_table_id: null, options: {} },
  rate_table_id: null,
  warehouses: [],
  profiles: [],
  item_controls: [],
};

/** What a document will say. What a patch leaves out stays; a list in it is the whole list. */
export interface DocumentPatch extends Partial<AccountFile> {
  /** The tables that the patch makes the client's. */
  readonly lane_table_id?: number | null;
  readonly rate_table_id?: number | null;
  /** Instead of `item_controls`. */
  readonly rule_pages?: RulePages;
}

/**
 * A document with a patch laid over, the only way to change one. The patch must fit (apply-account.ts). A warehouse
 * that its list leaves out is disabled, never removed, because its stock and history stay.
 */
export function layOver(document: ConfigurationDocument, patch: DocumentPatch): ConfigurationDocument {
  const { delivery_calendar, rates, split_penalty, default_unit_weight, ...rest } = document;
  const {
    lane_table_id = document.transit.lane_table_id,
    rate_table_id = document.rate_table_id,
    item_controls,
    rule_pages = item_controls ? rulePages(item_controls) : document.item_controls,
  } = patch;
  const said = <T>(sent: T | null | undefined, present: T | undefined) =>
    sent === undefined ? present : (sent ?? undefined);
  const costs = {
    rates: said(patch.rates, rates),
    split_penalty: said(patch.split_penalty, split_penalty),
    default_unit_weight: said(patch.default_unit_weight, default_unit_weight),
  };
  const calendar = said(patch.delivery_calendar, delivery_calendar);
  return {
    ...rest,
    contract_variant: patch.client?.contract_variant ?? document.contract_variant,
    settings: patch.settings
      ? storableSettings({ ...document.settings, ...patch.settings })
      : document.settings,
    // What says nothing is left out.
    ...(calendar && Object.keys(calendar).length > 0 && { delivery_calendar: calendar }),
    ...(costs.rates && { rates: { currency: costs.rates.currency, zones: costs.rates.zones } }),
    ...(costs.split_penalty && { split_penalty: costs.split_penalty }),
    ...(costs.default_unit_weight !== undefined && { default_unit_weight: costs.default_unit_weight }),
    transit: { ...(patch.transit ? transitOf(patch.transit) : document.transit), lane_table_id },
    rate_table_id,
    warehouses: patch.warehouses ? layWarehouses(document.warehouses, patch.warehouses) : document.warehouses,
    profiles: patch.profiles ?? document.profiles,
    item_controls: rule_pages,
  };
}

function transitOf(transit: NonNullable<AccountFile['transit']>) {
  const { provider, lanes_file: _, ...options } = { lanes_file: undefined, ...transit };
  return { provider, options };
}

/** The warehouses in the order of their creation. */
function layWarehouses(
  present: readonly Warehouse[],
  listed: NonNullable<AccountFile['warehouses']>,
): Warehouse[] {
  const wanted = new Map(
    listed.map(({ clear_stock: _, ...warehouse }) => [warehouse.warehouse_id, warehouse]),
  );
  const kept = present.map((warehouse) => {
    const next = wanted.get(warehouse.warehouse_id) ?? { ...warehouse, enabled: false };
    wanted.delete(warehouse.warehouse_id);
    return next;
  });
  return [...kept, ...wanted.values()];
}

/** The part of an account file that makes a document, with these rules. */
export function documentFile(
  document: ConfigurationDocument,
  item_controls: readonly ItemControl[] = rulesOf(document.item_controls),
) {
  const { warehouses, settings, profiles, transit } = document;
  const { delivery_calendar, rates, split_penalty, default_unit_weight } = document;
  return {
    warehouses,
    settings,
    profiles,
    item_controls,
    ...(delivery_calendar && { delivery_calendar }),
    ...(rates && { rates }),
    ...(split_penalty !== undefined && { split_penalty }),
    ...(default_unit_weight !== undefined && { default_unit_weight }),
    transit: { provider: transit.provider, ...transit.options } as NonNullable<AccountFile['transit']>,
  };
}

/** A page of a list in the order of the account file, by the digest of its content. Null: its content was not read. */
export interface Page<Element> {
  readonly digest: string;
  readonly elements: readonly Element[] | null;
}

/** The rules of Item Control, of which there may be as many as SKUs: only the pages that somebody needs are read. */
export type RulePages = readonly Page<ItemControl>[];

/** About so many elements are a page. */
const PAGE = 256;

/**
 * Whether an element of this name ends its page. The content alone says so: equal lists have equal pages, and a change
 * makes other pages only where it is.
 */
export function endsPage(name: string): boolean {
  return crc32(name) % PAGE === 0;
}

/** A list in pages. */
export function pagesOf<Element>(
  list: readonly Element[],
  nameOf: (element: Element) => string,
): Page<Element>[] {
  const pages: Page<Element>[] = [];
  let elements: Element[] = [];
  for (const [index, element] of list.entries()) {
    elements.push(element);
    if (index < list.length - 1 && !endsPage(nameOf(element))) continue;
    pages.push({ digest: digestOf(JSON.stringify(elements)), elements });
    elements = [];
  }
  return pages;
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const skuOf = ({ sku }: ItemControl) => sku;

export function rulePages(rules: readonly ItemControl[]): RulePages {
  return pagesOf(rules, skuOf);
}

/** All rules. Every page must have been read. */
export function rulesOf(pages: RulePages): readonly ItemControl[] {
  return pages.flatMap(({ elements }) => {
    invariant(elements !== null, 'all pages of rules were read');
    return elements;
  });
}

/** The rules of the pages that were read. */
export function readRulesOf(pages: RulePages): readonly ItemControl[] {
  return pages.flatMap(({ elements }) => elements ?? []);
}

/** The pages with another rule at the end; the last page must have been read. */
export function withRule(pages: RulePages, rule: ItemControl): RulePages {
  const last = pages.at(-1);
  if (last === undefined) return rulePages([rule]);
  return [...pages.slice(0, -1), ...rulePages([...rulesOf([last]), rule])];
}

/**
 * The pages with another rule, or none, in the place of the nth rule of a SKU. All pages with rules of the SKU must have
 * been read, and so must each that follows them if the SKU ends its page.
 */
export function replaceRule(pages: RulePages, sku: string, nth: number, rule: ItemControl | null): RulePages {
  let before = nth;
  for (const [index, page] of pages.entries()) {
    const elements = page.elements ?? [];
    for (const [place, present] of elements.entries()) {
      if (present.sku !== sku || before-- > 0) continue;
      const changed = elements.toSpliced(place, 1, ...(rule === null ? [] : [rule]));
      const end = changed.at(-1);
      const isWhole = index === pages.length - 1 || (end !== undefined && endsPage(end.sku));
      const rest = isWhole ? [] : rulesOf([pages[index + 1]!]);
      return pages.toSpliced(index, isWhole ? 1 : 2, ...rulePages([...changed, ...rest]));
    }
  }
  throw new Error(`There are not ${nth + 1} rules of ${sku}.`);
}
