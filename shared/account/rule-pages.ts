import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invariant } from '../engine/invariant.ts';
import type { ItemControl } from '../engine/types.ts';

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
 * The pages with another rule, or none, instead of the nth rule of a SKU. All pages with rules of the SKU must have
 * been read, and so must each that follows them if the SKU ends its page.
 */
export function replaceRule(pages: RulePages, sku: string, nth: number, rule: ItemControl | null): RulePages {
  let before = nth;
  for (const [index, page] of pages.entries()) {
    const elements = page.elements ?? [];
    for (const [at, present] of elements.entries()) {
      if (present.sku !== sku || before-- > 0) continue;
      const changed = elements.toSpliced(at, 1, ...(rule === null ? [] : [rule]));
      const end = changed.at(-1);
      const isWhole = index === pages.length - 1 || (end !== undefined && endsPage(end.sku));
      const rest = isWhole ? [] : rulesOf([pages[index + 1]!]);
      return pages.toSpliced(index, isWhole ? 1 : 2, ...rulePages([...changed, ...rest]));
    }
  }
  throw new Error(`There are not ${nth + 1} rules of ${sku}.`);
}
