import { capitalized } from '../view/capitalized.ts';
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

/** A warehouse as it is found: by its name, ID or ZIP, and enabled or disabled by its name. */
interface Site {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly zip: string;
  readonly enabled: boolean;
}

/** What is found by its name, as far as it is read and the person may see it. */
export interface Things {
  readonly sites?: readonly Site[];
  readonly settings?: readonly { readonly name: string; readonly label: string }[];
  readonly keys?: readonly { readonly name: string; readonly environment: string }[];
  readonly people?: readonly { readonly email: string }[];
}

/** The most things of a kind that are listed. */
const MAX_FOUND = 5;

/** Those of which a text has a part, without case. */
function found<T>(all: readonly T[], sought: string, textsOf: (one: T) => readonly string[]): readonly T[] {
  const text = sought.toLowerCase();
  return all
    .filter((one) => textsOf(one).some((each) => each.toLowerCase().includes(text)))
    .slice(0, MAX_FOUND);
}

/** An action on an order or a warehouse, such as `release SO-17` or `disable Edison`. */
const ACTION = /^(release|reroute|disable|enable)\s+(.+)$/i;

const sitesOf = (text: string, sites: readonly Site[]) =>
  found(sites, text, ({ warehouse_id, warehouse_name, zip }) => [warehouse_id, warehouse_name, zip]);

/** Settings, keys and people. */
const namedOf = (text: string, { settings = [], keys = [], people = [] }: Things): Target[] => [
  ...found(settings, text, ({ name, label }) => [name, label]).map(({ name, label }) => ({
    label: `Setting ${label}`,
    to: '/settings',
    search: { setting: name },
  })),
  ...found(keys, text, ({ name }) => [name]).map(({ name, environment }) => ({
    label: `Key ${name} (${environment})`,
    to: '/api-access',
    search: {},
  })),
  ...found(people, text, ({ email }) => [email]).map(({ email }) => ({
    label: `Person ${email}`,
    to: '/users',
    search: {},
  })),
];

/** What a text asks to do. Each action asks on its page before it changes something. */
function actionsOf(text: string, sites: readonly Site[]): Target[] {
  const [, verb = '', object = ''] = ACTION.exec(text) ?? [];
  const doing = verb.toLowerCase();
  const title = capitalized(doing);
  if (doing === 'release' || doing === 'reroute')
    return [
      {
        label: `${title} order ${object}…`,
        to: `/orders/${encodeURIComponent(object)}`,
        search: { do: doing },
      },
    ];
  return sitesOf(object, doing === '' ? [] : sites)
    .filter(({ enabled }) => enabled === (doing === 'disable'))
    .map(({ warehouse_id, warehouse_name }) => ({
      label: `${title} ${warehouse_name}…`,
      to: '/warehouses',
      search: { q: warehouse_id, do: doing },
    }));
}

/**
 * What a text may mean, the most likely first: an action, a page whose name begins with it, an order, a warehouse, orders
 * to a ZIP, a run, a setting, a key, a person, a product, rules, a page whose name contains it. Only pages that the role may see.
 */
export function targetsOf(text: string, role: Role, things: Things = {}): Target[] {
  const { sites = [] } = things;
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
    { label: `Item rules with ${sought}`, to: '/item-control', search: { q: sought } },
    { label: `Profiles with ${sought}`, to: '/profiles', search: { q: sought } },
  ];
  const number = /^#?([1-9]\d{0,14})$/.exec(sought)?.[1];
  const warehouses = sitesOf(sought, sites).map(({ warehouse_id, warehouse_name, zip }) => ({
    label: `Warehouse ${warehouse_name} (${warehouse_id}, ${zip})`,
    to: '/warehouses',
    search: { q: warehouse_id },
  }));
  const zip = { label: `Orders to ZIP ${sought}`, to: '/orders', search: { zip: sought } };
  const named = `page: ${sought.toLowerCase()}`;
  const isMeant = ({ label }: Target) =>
    sought.length >= MIN_LETTERS && label.toLowerCase().startsWith(named);
  return [
    ...actionsOf(sought, sites),
    ...pages.filter(isMeant),
    order,
    ...warehouses,
    ...(/^\d{5}$/.test(sought) ? [zip] : []),
    ...(number === undefined ? [] : [{ label: `Run #${number}`, to: '/runs', search: { number } }]),
    ...(sought.length < MIN_LETTERS ? [] : namedOf(sought, things)),
    ...others,
    ...pages.filter((page) => !isMeant(page)),
  ];
}
