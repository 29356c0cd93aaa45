import type { components } from '../../../../shared/client/account-api.d.ts';
import { nameList } from '../../view/name-list.ts';
import { counted } from '../../view/numbers.ts';

type ItemControl = components['schemas']['ItemControl'];
type ItemControlPatch = components['schemas']['ItemControlPatchInput'];
type NewItemControl = components['schemas']['NewItemControlInput'];

interface RuleFacts {
  readonly words: string;
  readonly does: string;
  readonly needs: 'warehouses' | 'days' | 'units' | null;
}

/** The rules of Item Control by their codes. */
export const RULES: Readonly<Record<string, RuleFacts>> = {
  restrict: {
    words: 'Ship only from',
    does: 'Only these warehouses may ship the product.',
    needs: 'warehouses',
  },
  prefer: {
    words: 'Prefer',
    does: 'These warehouses rank ahead of the others when they can ship the product.',
    needs: 'warehouses',
  },
  exclude: {
    words: 'Never ship from',
    does: 'These warehouses never ship the product.',
    needs: 'warehouses',
  },
  do_not_split: {
    words: 'Do not split',
    does: 'All units of the product ship from one warehouse.',
    needs: null,
  },
  do_not_partial: {
    words: 'Do not ship partially',
    does: 'Either all units of the product ship, or none.',
    needs: null,
  },
  drop_ship: {
    words: 'Shipped by the vendor',
    does: 'The vendor ships the product; no warehouse is assigned.',
    needs: null,
  },
  hold: { words: 'Hold', does: 'Orders with this product are held for review.', needs: null },
  max_transit_days: {
    words: 'Maximum days in transit',
    does: 'Overrides the transit limit in Settings for this product.',
    needs: 'days',
  },
  safety_stock: {
    words: 'Safety stock',
    does: 'Keeps units of the product back, instead of the warehouses’ safety stock. Choose no warehouse to keep them at all.',
    needs: 'units',
  },
};

/** The values of the form: all that a rule of any kind has. */
export interface RuleValues extends Record<string, unknown> {
  readonly sku: string;
  readonly rule: string;
  readonly warehouse_ids: string[];
  readonly fallback: 'block' | 'allow';
  readonly days: number;
  readonly units: number;
  readonly note: string;
}

/** The form's values of a rule, or of a new one. */
export function valuesOf(rule: ItemControl | null): RuleValues {
  return {
    sku: rule?.sku ?? '',
    rule: rule?.rule ?? 'restrict',
    warehouse_ids: rule?.warehouse_ids ?? [],
    fallback: rule?.fallback ?? 'block',
    days: rule?.days ?? 3,
    units: rule?.units ?? 0,
    note: rule?.note ?? '',
  };
}

/** The members of a rule apart from its product and kind. Only those that its kind has. An empty note is null. */
export function patchOf({ rule, warehouse_ids, fallback, days, units, note }: RuleValues): ItemControlPatch {
  const needs = RULES[rule]?.needs;
  return {
    ...(needs === 'warehouses' && { warehouse_ids }),
    ...(rule === 'restrict' && { fallback }),
    ...(needs === 'days' && { days }),
    ...(needs === 'units' && { units, ...(warehouse_ids.length > 0 && { warehouse_ids }) }),
    note: note === '' ? null : note,
  };
}

/** A new rule as the service takes it. */
export function bodyOfRule(values: RuleValues): NewItemControl {
  // `patchOf` chooses the members of the rule's kind, which the type does not show.
  return { sku: values.sku, rule: values.rule, ...patchOf(values) } as NewItemControl;
}

/** The details of a rule, in words. Warehouses are called by their IDs, or as `nameOf` says. */
export function detailOf(
  rule: { warehouse_ids?: string[]; fallback?: string; days?: number; units?: number },
  nameOf = (warehouseId: string) => warehouseId,
): string {
  if (rule.days !== undefined) return counted(rule.days, 'day');
  const warehouses = rule.warehouse_ids && nameList(rule.warehouse_ids.map(nameOf));
  if (rule.units !== undefined) {
    return `${counted(rule.units, 'unit')}${warehouses === undefined ? '' : ` at ${warehouses}`}`;
  }
  if (warehouses === undefined) return '–';
  return `${warehouses}${rule.fallback === 'allow' ? '; otherwise any' : ''}`;
}
