import { navigationOf, type Role } from './nav.ts';

/** A result of the search. */
export interface Target {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const MAX_PAGES = 5;

/** If a text has at least this many letters, a page whose name begins with it is found first. */
const MIN_LETTERS = 3;

/**
 * What a text may mean, the most likely first: a page whose name begins with it, an order, orders to a ZIP, a run, a
 * product, a page whose name contains it. Only pages that the role may see.
 */
export function targetsOf(text: string, role: Role): Target[] {
  const sought = text.trim();
  const pages = navigationOf(role)
    .flatMap(({ entries }) => entries)
    .filter(({ label }) => label.toLowerCase().includes(sought.toLowerCase()))
    .map(({ label, to }) => ({ label: `Page: ${label}`, to, search: {} }))
    .slice(0, MAX_PAGES);
  if (sought === '') return pages;
  const order = { label: `Order ${sought}`, to: `/orders/${encodeURIComponent(sought)}`, search: {} };
  const others = [
    { label: `Orders starting with ${sought}`, to: '/orders', search: { q: sought } },
    { label: `Orders with SKU ${sought}`, to: '/orders', search: { sku: sought } },
    { label: `Stock of SKU ${sought}`, to: `/inventory/${encodeURIComponent(sought)}`, search: {} },
  ];
  const run = { label: `Run with the ID ${sought}`, to: `/runs/${sought}`, search: {} };
  const zip = { label: `Orders to ZIP ${sought}`, to: '/orders', search: { zip: sought } };
  const named = `page: ${sought.toLowerCase()}`;
  const isMeant = ({ label }: Target) =>
    sought.length >= MIN_LETTERS && label.toLowerCase().startsWith(named);
  return [
    ...pages.filter(isMeant),
    order,
    ...(/^\d{5}$/.test(sought) ? [zip] : []),
    ...(/^[1-9]\d{0,14}$/.test(sought) ? [run] : []),
    ...others,
    ...pages.filter((page) => !isMeant(page)),
  ];
}
