/** Pages that sentences of the service name, by the words that name them. */
const PAGES: readonly (readonly [words: string, to: string])[] = [
  ['Warehouses page', '/warehouses'],
  ['Routing Profiles', '/profiles'],
  ['Routing Settings', '/settings'],
  ['routing settings', '/settings'],
  ['Item Control', '/item-control'],
  ['API Access', '/api-access'],
  ['dashboard history', '/orders'],
  ['choose a plan', '/usage'],
  ['Choose a plan', '/usage'],
  ['Inventory page', '/inventory'],
];

const NAMED = new RegExp(`(${PAGES.map(([words]) => words).join('|')})`);

/** A piece of a sentence; `to` where it names a page. */
export interface SentencePart {
  readonly text: string;
  readonly to?: string;
}

/** A sentence in pieces, of which those that name a page lead there. */
export function partsOf(sentence: string): SentencePart[] {
  return sentence
    .split(NAMED)
    .filter((text) => text !== '')
    .map((text) => {
      const page = PAGES.find(([words]) => words === text);
      return page ? { text, to: page[1] } : { text };
    });
}
