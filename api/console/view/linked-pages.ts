/** Pages by the words that name them in sentences of the service. Of two names with the same beginning, the longer is first. */
const PAGES: readonly (readonly [words: string, to: string])[] = [
  ['Warehouses page', '/warehouses'],
  ['Inventory page', '/inventory'],
  ['Add inventory', '/inventory'],
  ['Rates page', '/rates'],
  ['Routing Profiles', '/profiles'],
  ['Routing Profile', '/profiles'],
  ['Routing Settings', '/settings'],
  ['routing rules', '/settings'],
  ['transit limit', '/settings'],
  ['more shipments an order', '/settings'],
  ['partial shipments', '/settings'],
  ['minimum shipment value', '/settings'],
  ['Item Control', '/item-control'],
  ['API Access', '/api-access'],
  ['dashboard history', '/orders'],
  ['account interface', '/'],
  ['a plan', '/usage'],
  ['the plan', '/usage'],
  ['larger plan', '/usage'],
  ['plan allows', '/usage'],
  ['subscription', '/usage'],
];

const NAMED = new RegExp(`\\b(${PAGES.map(([words]) => words).join('|')})\\b`, 'i');

/** A piece of a sentence. `to` is set if it names a page. */
export interface SentencePart {
  readonly text: string;
  readonly to?: string;
}

/** Splits a sentence into pieces. Pieces that name a page have its address. */
export function partsOf(sentence: string): SentencePart[] {
  return sentence
    .split(NAMED)
    .filter((text) => text !== '')
    .map((text) => {
      const page = PAGES.find(([words]) => words.toLowerCase() === text.toLowerCase());
      return page ? { text, to: page[1] } : { text };
    });
}
