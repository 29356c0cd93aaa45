/** The names of Item Control rules in the account API: `SKU~rule`, and `SKU~rule~2` for the second such rule. */
export function ruleIds(rules: readonly { readonly sku: string; readonly rule: string }[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ sku, rule }) => {
    const name = `${sku}~${rule}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name}~${nth}`;
  });
}
