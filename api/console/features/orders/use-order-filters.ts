import { useWarehouseChoice } from '../../client/warehouses.ts';
import type { Filter } from '../../components/filter-bar.tsx';
import { ORDER_FILTER_LABELS } from '../../view/order-filters.ts';
import { ORDER_STATE_CHOICES } from '../../view/order-states.ts';
import { REASON_CODES, reasonWords } from '../../view/reasons.ts';
import { STATUS_CHOICES } from '../../view/statuses.ts';

type Name = keyof typeof ORDER_FILTER_LABELS;

const EXTRA = { isExtra: true };
const onlyChoice = (label: string, value = 'true') => [{ value, label }];

/** What the filters of orders are besides their labels. Those that are left out are fields for a text. */
const DETAILS: { readonly [N in Name]?: Partial<Filter> } = {
  q: { width: 150 },
  state: { options: ORDER_STATE_CHOICES, width: 130, ...EXTRA },
  reason: {
    options: REASON_CODES.map((value) => ({ value, label: reasonWords(value) })),
    width: 190,
    ...EXTRA,
  },
  warehouse_id: { width: 185, ...EXTRA },
  sku: EXTRA,
  zip: { width: 80, ...EXTRA },
  from: { type: 'date', ...EXTRA },
  to: { type: 'date', ...EXTRA },
  search: { options: onlyChoice('Not proven optimal', 'incomplete'), width: 150, ...EXTRA },
  is_vip: { options: onlyChoice('VIP'), width: 90, ...EXTRA },
  partner_id: EXTRA,
  min_units: EXTRA,
  min_value: EXTRA,
  min_cost: EXTRA,
  ships_on: { type: 'date', ...EXTRA },
  arrives_from: { type: 'date', ...EXTRA },
  arrives_to: { type: 'date', ...EXTRA },
  status: { options: STATUS_CHOICES },
  late: { options: onlyChoice('Late') },
  warned: { options: onlyChoice('Policy warning') },
};

/** Filters of orders. Those with counts are chips. */
export function useOrderFilters(
  names: readonly Name[],
  counts: { readonly [N in Name]?: NonNullable<Filter['counts']> },
): readonly Filter[] {
  const { data: options, nothingFoundMessage } = useWarehouseChoice();
  return names.map((name) => ({
    name,
    label: ORDER_FILTER_LABELS[name],
    ...DETAILS[name],
    ...(name === 'warehouse_id' && { options, nothingFoundMessage }),
    ...(counts[name] && { counts: counts[name] }),
  }));
}
