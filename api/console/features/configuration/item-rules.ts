interface RuleFacts {
  readonly words: string;
  readonly does: string;
  readonly needs: 'warehouses' | 'days' | null;
}

/** The rules of Item Control by their codes. */
export const RULES: Readonly<Record<string, RuleFacts>> = {
  restrict: {
    words: 'only from some warehouses',
    does: 'Only these warehouses may ship the product.',
    needs: 'warehouses',
  },
  prefer: {
    words: 'first from some warehouses',
    does: 'These warehouses rank ahead of others if they can ship it.',
    needs: 'warehouses',
  },
  exclude: {
    words: 'never from some warehouses',
    does: 'These warehouses never ship the product.',
    needs: 'warehouses',
  },
  do_not_split: { words: 'not split', does: 'All units of the product leave one warehouse.', needs: null },
  do_not_partial: { words: 'not in part', does: 'All units of the product ship, or none.', needs: null },
  drop_ship: {
    words: 'ships from the vendor',
    does: 'The product is outside of warehouse routing.',
    needs: null,
  },
  hold: { words: 'held', does: 'Orders with the product wait for a person.', needs: null },
  max_transit_days: {
    words: 'own limit of days',
    does: 'Days that replace the limit of the settings for this product.',
    needs: 'days',
  },
};

interface RuleForm {
  readonly sku: string;
  readonly rule: string;
  readonly warehouse_ids: string[];
  readonly fallback: string;
  readonly days: number;
  readonly note: string;
}

/** A rule as the service takes it: only what its kind has. */
export function bodyOfRule({
  sku,
  rule,
  warehouse_ids,
  fallback,
  days,
  note,
}: RuleForm): Record<string, unknown> {
  const needs = RULES[rule]?.needs;
  return {
    sku,
    rule,
    ...(needs === 'warehouses' && { warehouse_ids }),
    ...(rule === 'restrict' && { fallback }),
    ...(needs === 'days' && { days }),
    ...(note !== '' && { note }),
  };
}

/** What a rule says beside its kind. */
export function detailOf(rule: { warehouse_ids?: string[]; fallback?: string; days?: number }): string {
  if (rule.days !== undefined) return `${rule.days} days`;
  if (rule.warehouse_ids === undefined) return '–';
  return `${rule.warehouse_ids.join(', ')}${rule.fallback === 'allow' ? ', else others' : ''}`;
}
