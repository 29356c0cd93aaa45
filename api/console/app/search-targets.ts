import { capitalized } from '../view/capitalized.ts';
import { closedEntry, navigationOf, type Role } from './nav.ts';

/** A result of the search. */
export interface Target {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const target = (label: string, to: string, search: Target['search'] = {}): Target => ({ label, to, search });

const isSame = (a: Target, b: Target) => a.label === b.label && a.to === b.to;

/** Targets after those that were opened before, each once. */
export const withRecent = (recent: readonly Target[], others: readonly Target[]): Target[] => [
  ...recent,
  ...others.filter((each) => !recent.some((one) => isSame(one, each))),
];

const MAX_PAGES = 5;

/** If a text has at least this many letters, a page whose name begins with it is found first, and things are looked up. */
export const MIN_LETTERS = 3;

/** A warehouse as it is found: by its name, ID or ZIP, and enabled or disabled by its name. */
interface Site {
  readonly warehouse_id: string;
  readonly warehouse_name: string;
  readonly zip: string;
  readonly enabled: boolean;
}

/** What the service finds by a text. Orders and products are also found if the text is not in their case. */
export interface LookedUp {
  /** The order of this ID. */
  readonly order: string | null;
  /** Products that begin with it. */
  readonly skus: readonly string[];
  /** The run of this number. */
  readonly run: { readonly id: number } | null;
  readonly profiles: readonly { readonly partner_id: string; readonly name: string }[];
  readonly rules: readonly { readonly sku: string; readonly words: string }[];
}

/** What is found by its name, as far as it is read and the person may see it. */
export interface Things {
  readonly lookedUp?: LookedUp | undefined;
  readonly sites?: readonly Site[];
  readonly settings?: readonly { readonly name: string; readonly label: string }[];
  readonly keys?: readonly { readonly name: string; readonly environment: string }[];
  readonly people?: readonly { readonly email: string }[];
}

/** The most things of a kind that are listed. */
export const MAX_FOUND = 4;

/** Those of which a text has a part, without case. */
function found<T>(all: readonly T[], sought: string, textsOf: (one: T) => readonly string[]): readonly T[] {
  const text = sought.toLowerCase();
  return all
    .filter((one) => textsOf(one).some((each) => each.toLowerCase().includes(text)))
    .slice(0, MAX_FOUND);
}

/** An action on an order or a warehouse, such as `release SO-17` or `disable Edison`. */
const ACTION = /^(release|cancel|reroute|disable|close|enable|open)\s+(.+)$/i;

/** What people also call an action. */
const VERBS: Readonly<Record<string, string>> = { cancel: 'release', close: 'disable', open: 'enable' };

/** What people call pages, lists and actions besides their names. Only pages of the person are found. */
const SYNONYMS: readonly (readonly [words: string, label: string, to: string, search?: Target['search']])[] =
  [
    ['late orders', 'Late orders', '/orders', { late: 'true' }],
    ['cannot ship unroutable backorders', 'Orders that cannot ship', '/orders', { status: 'NONE' }],
    ['policy warnings', 'Orders with a policy warning', '/orders', { warned: 'true' }],
    ['new run upload orders file batch', 'New run', '/runs/new'],
    ['failed runs', 'Failed runs', '/runs', { status: 'failed' }],
    ['api key token secret create key', 'API keys and tokens', '/api-access'],
    ['invite add user member people team', 'Invite or change users', '/users'],
    ['upload stock inventory file correct stock', 'Upload or correct stock', '/inventory'],
    ['undo restore version audit log who changed', 'Undo or restore a change', '/history'],
    ['carrier lane days', 'Transit days and lanes', '/transit'],
    ['prices cost', 'Prices of shipments', '/rates'],
    ['sso saml oidc login', 'Single sign-on', '/single-sign-on'],
    ['daily limit full calendar', 'How full warehouses are', '/capacity'],
    ['rules hold exclude', 'Rules of products', '/item-control'],
    ['partner customer', 'Profiles of partners', '/profiles'],
    ['invoice billing plan limit', 'Usage and plan', '/usage'],
  ];

const sitesOf = (text: string, sites: readonly Site[]) =>
  found(sites, text, ({ warehouse_id, warehouse_name, zip }) => [warehouse_id, warehouse_name, zip]);

/** Products, rules and profiles that the service found. */
const lookedUpOf = ({ skus, rules, profiles }: LookedUp): Target[] => [
  ...skus.map((sku) => target(`SKU ${sku}`, `/inventory/${encodeURIComponent(sku)}`)),
  ...rules.map(({ sku, words }) => target(`Rule for ${sku}: ${words}`, '/item-control', { q: sku })),
  ...profiles.map(({ partner_id, name }) =>
    target(name === partner_id ? `Profile ${name}` : `Profile ${name} (${partner_id})`, '/profiles', {
      q: partner_id,
    }),
  ),
];

/** Settings, keys and people. */
const namedOf = (text: string, { settings = [], keys = [], people = [] }: Things): Target[] => [
  ...found(settings, text, ({ name, label }) => [name, label]).map(({ name, label }) =>
    target(`Setting ${label}`, '/settings', { setting: name }),
  ),
  ...found(keys, text, ({ name }) => [name]).map(({ name, environment }) =>
    target(`Key ${name} (${environment})`, '/api-access'),
  ),
  ...found(people, text, ({ email }) => [email]).map(({ email }) => target(`Person ${email}`, '/users')),
];

/** What a text is about: of an action, that to which something is done. */
export const subjectOf = (text: string) => ACTION.exec(text.trim())?.[2] ?? text.trim();

/** The number of a run, as people see it; undefined: the text is none. */
export const runNumberOf = (text: string) => /^(?:run\s*)?#?([1-9]\d{0,14})$/i.exec(text)?.[1];

/** What a text asks to do, if the role may. Each action asks on its page before it changes something. */
function actionsOf(text: string, role: Role, { sites = [], lookedUp }: Things): Target[] {
  const [, verb = '', object = ''] = ACTION.exec(text) ?? [];
  const doing = VERBS[verb.toLowerCase()] ?? verb.toLowerCase();
  const title = capitalized(doing);
  if (role === 'viewer') return [];
  if (doing === 'release' || doing === 'reroute') {
    const order = lookedUp?.order ?? object;
    return [target(`${title} order ${order}…`, `/orders/${encodeURIComponent(order)}`, { do: doing })];
  }
  return sitesOf(object, doing === '' || role === 'member' ? [] : sites)
    .filter(({ enabled }) => enabled === (doing === 'disable'))
    .map(({ warehouse_id, warehouse_name }) =>
      target(`${title} ${warehouse_name}…`, '/warehouses', { q: warehouse_id, do: doing }),
    );
}

/** The run of a number: its page, or as long as that is not known the list of runs with it. */
function runsOf(text: string, lookedUp: LookedUp | undefined): Target[] {
  const number = runNumberOf(text);
  if (number === undefined) return [];
  const label = `Run #${number}`;
  if (lookedUp === undefined) return [target(label, '/runs', { number })];
  return lookedUp.run === null ? [] : [target(label, `/runs/${lookedUp.run.id}`)];
}

/**
 * What a text may mean, the most likely first: an action, a page whose name begins with it, an order, a run, a warehouse,
 * orders to a ZIP, a product, rules, profiles, a setting, a key, a person, orders, a page whose name contains it. Only pages that
 * the role may see.
 */
export function targetsOf(text: string, role: Role, things: Things = {}): Target[] {
  const { sites = [], lookedUp } = things;
  const sought = text.trim();
  const pages = navigationOf(role)
    .flatMap(({ entries }) => entries)
    .filter(({ label }) => label.toLowerCase().includes(sought.toLowerCase()))
    .map(({ label, to }) => target(`Page: ${label}`, to))
    .slice(0, MAX_PAGES);
  if (sought === '') return pages;
  const words = sought.toLowerCase().split(/\s+/);
  const meant = SYNONYMS.filter(
    ([called, , to]) =>
      sought.length >= MIN_LETTERS &&
      closedEntry(role, to) === null &&
      words.every((word) => called.split(' ').some((each) => each.startsWith(word))),
  ).map(([, label, to, search]) => target(label, to, search));
  const orderId = lookedUp?.order ?? sought;
  /** No order has this ID, so that other things are meant sooner. */
  const isUnknown = lookedUp?.order === null;
  const order = target(`Order ${orderId}`, `/orders/${encodeURIComponent(orderId)}`);
  const sku = lookedUp?.skus.find((each) => each.toLowerCase() === sought.toLowerCase()) ?? sought;
  const others = [
    target(`Orders whose ID contains ${sought}`, '/orders', { q: sought }),
    target(`Orders with SKU ${sku}`, '/orders', { sku }),
  ];
  const warehouses = sitesOf(sought, sites).map(({ warehouse_id, warehouse_name, zip }) =>
    target(`Warehouse ${warehouse_name} (${warehouse_id}, ${zip})`, '/warehouses', { q: warehouse_id }),
  );
  const zip = target(`Orders to ZIP ${sought}`, '/orders', { zip: sought });
  const named = `page: ${sought.toLowerCase()}`;
  const isMeant = ({ label }: Target) =>
    sought.length >= MIN_LETTERS && label.toLowerCase().startsWith(named);
  return [
    ...actionsOf(sought, role, things),
    ...pages.filter(isMeant),
    ...(words.length > 1 ? meant : []),
    ...(isUnknown ? [] : [order]),
    ...runsOf(sought, lookedUp),
    ...warehouses,
    ...(/^\d{5}$/.test(sought) ? [zip] : []),
    ...(lookedUp ? lookedUpOf(lookedUp) : []),
    ...(sought.length < MIN_LETTERS ? [] : namedOf(sought, things)),
    ...(words.length > 1 ? [] : meant),
    // What the service does not know is only searched for.
    ...others,
    ...pages.filter((page) => !isMeant(page)),
  ];
}
