import { isSameJson } from '../foundation/canonical-json.ts';
import { type AccountChange, changedSecret } from '../identity/audit.ts';
import type { AccountState } from './account-state.ts';

/** What is different between two states of an account, by path; `before` is null for a new account. */
export function accountChanges(before: AccountState | null, after: AccountState): AccountChange[] {
  return [
    ...differences('', before && shownState(before), shownState(after)),
    ...secretChanges(before?.secrets, after.secrets),
  ];
}

function shownState({ file, lane_table_id, rate_table_id, tokens, invitations, sso }: AccountState) {
  return {
    ...file,
    ...(file.rates && { rates: { ...file.rates, rate_table_id } }),
    transit: { ...file.transit, lane_table_id },
    tokens,
    // Sorted: a person who accepts an invitation moves in the file.
    users: file.users.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
    invitations,
    sso: sso.connection,
    sso_domains: sso.domains,
  };
}

/** The changes of secrets that were others before. */
function secretChanges(before: ReadonlyMap<string, string> | undefined, after: ReadonlyMap<string, string>) {
  return [...after].flatMap(([path, secret]) => {
    const was = before?.get(path);
    return was === undefined || was === secret ? [] : [changedSecret(path)];
  });
}

/** The differences of two values. Undefined and null are the same: there is no value. */
function differences(path: string, before: unknown, after: unknown): AccountChange[] {
  const namesOf = (ELEMENT_NAMES as Readonly<Record<string, Naming>>)[path];
  if (namesOf !== undefined) return listDifferences(path, namesOf, listOf(before), listOf(after));
  if (isObject(before ?? {}) && isObject(after) && (path === '' || isObject(before))) {
    const was = (before ?? {}) as Record<string, unknown>;
    const keys = new Set([...Object.keys(was), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differences(path === '' ? key : `${path}.${key}`, was[key], after[key]),
    );
  }
  const [was, is] = [before ?? null, after ?? null];
  return isSameJson(was, is) ? [] : [{ path, before: was, after: is }];
}

function listDifferences(
  path: string,
  namesOf: Naming,
  before: readonly never[],
  after: readonly never[],
): AccountChange[] {
  const [was, is] = [namesOf(before), namesOf(after)];
  const [old, next] = [byName(was, before), byName(is, after)];
  const changed = [...new Set([...was, ...is])]
    .filter((name) => !isSameJson(old.get(name), next.get(name)))
    .flatMap((name) => differences(`${path}[${name}]`, old.get(name), next.get(name)));
  const isReordered = changed.length === 0 && !isSameJson(was, is);
  return isReordered ? [{ path, before: was, after: is }] : changed;
}

function byName(names: readonly string[], list: readonly unknown[]): Map<string, unknown> {
  return new Map(names.map((name, index) => [name, list[index]]));
}

function listOf(value: unknown): readonly never[] {
  return (value ?? []) as readonly never[];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the names of the elements of a list, in its order. */
type Naming = (list: readonly never[]) => readonly string[];

/** The names of the elements of a list of the account, in URLs and in paths of changes. A list without names is one value. */
export const ELEMENT_NAMES = {
  warehouses: (list: readonly { warehouse_id: string }[]) => list.map((item) => item.warehouse_id),
  profiles: (list: readonly { partner_id: string }[]) => list.map((item) => item.partner_id),
  item_controls: ruleIds,
  api_keys: (list: readonly { name: string; environment: string }[]) =>
    list.map((item) => `${item.environment} ${item.name}`),
  webhooks: (list: readonly { url: string }[]) => list.map((item) => item.url),
  tokens: (list: readonly { name: string }[]) => list.map((item) => item.name),
  users: (list: readonly { email: string }[]) => list.map((item) => item.email),
  invitations: (list: readonly { email: string }[]) => list.map((item) => item.email),
  sso_domains: (list: readonly { domain: string }[]) => list.map((item) => item.domain),
} satisfies Readonly<Record<string, Naming>>;

/** The SKU in the name of a rule, which may be the name of none. */
export function skuOfRule(name: string): string {
  return /^(.*)~[a-z_]+(?:~\d+)?$/s.exec(name)?.[1] ?? name;
}

/** The names of Item Control rules: `SKU~rule`, and `SKU~rule~2` for the second such rule. */
function ruleIds(rules: readonly { readonly sku: string; readonly rule: string }[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ sku, rule }) => {
    const name = `${sku}~${rule}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name}~${nth}`;
  });
}
