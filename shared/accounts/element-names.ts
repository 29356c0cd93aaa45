/** Returns the names of the elements of a list, in its order. */
export type Naming = (list: readonly never[]) => readonly string[];

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
