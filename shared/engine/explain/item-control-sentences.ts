import type { Configuration, ItemControl } from '../types.ts';
import { listed, transitDays, units } from '../wording.ts';

/** The readable summary of an Item Control rule: `item_control_rules[].summary`. */
export function itemControlSummary(
  configuration: Pick<Configuration, 'warehouses'>,
  rule: ItemControl,
): string {
  switch (rule.rule) {
    case 'restrict': {
      const only = `Ships only from ${warehouseNames(configuration, rule.warehouse_ids)}`;
      return rule.fallback === 'allow' ? `${only}, or from others when these are short.` : `${only}.`;
    }
    case 'prefer':
      return `Ships from ${warehouseNames(configuration, rule.warehouse_ids)} first.`;
    case 'exclude':
      return `Never ships from ${warehouseNames(configuration, rule.warehouse_ids)}.`;
    case 'do_not_split':
      return 'Ships from one warehouse only.';
    case 'do_not_partial':
      return 'Ships in full or not at all.';
    case 'drop_ship':
      return 'Drop ship: fulfilled by a vendor.';
    case 'hold':
      return 'On hold for manual review.';
    case 'max_transit_days':
      return `Ships within ${transitDays(rule.days)}.`;
    case 'safety_stock': {
      const at =
        rule.warehouse_ids === undefined
          ? 'every warehouse'
          : warehouseNames(configuration, rule.warehouse_ids);
      return `Keeps back ${units(rule.units)} at ${at}.`;
    }
  }
}

function warehouseNames({ warehouses }: Pick<Configuration, 'warehouses'>, ids: readonly string[]): string {
  return listed(ids.map((id) => warehouses.find((w) => w.warehouse_id === id)?.warehouse_name ?? id));
}
