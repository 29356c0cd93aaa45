import { NAVIGATION } from '../../app/nav.ts';

/** Where a search may lead. */
export interface Target {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const MOST_PAGES = 5;

/** What a text may mean, the likeliest first: an order, orders to a ZIP, a product, a page. */
export function targetsOf(text: string): Target[] {
  const sought = text.trim();
  const pages = NAVIGATION.flatMap(({ entries }) => entries)
    .filter(({ label }) => label.toLowerCase().includes(sought.toLowerCase()))
    .map(({ label, to }) => ({ label: `Page: ${label}`, to, search: {} }))
    .slice(0, MOST_PAGES);
  if (sought === '') return pages;
  const order = { label: `Order ${sought}`, to: `/orders/${encodeURIComponent(sought)}`, search: {} };
  const others = [
    { label: `Orders that begin with ${sought}`, to: '/orders', search: { q: sought } },
    { label: `Orders with SKU ${sought}`, to: '/orders', search: { sku: sought } },
    { label: `Stock of SKU ${sought}`, to: `/inventory/${encodeURIComponent(sought)}`, search: {} },
  ];
  const zip = { label: `Orders to ZIP ${sought}`, to: '/orders', search: { zip: sought } };
  return [order, ...(/^\d{5}$/.test(sought) ? [zip] : []), ...others, ...pages];
}
