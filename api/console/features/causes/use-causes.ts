import type { components } from '../../../../shared/client/account-api.d.ts';
import { useRead } from '../../client/operations.ts';
import { nameList } from '../../view/name-list.ts';
import { counted, money, whole } from '../../view/numbers.ts';

export type Cause = components['schemas']['OrderCauses']['causes'][number];

/** Why an order is an issue; warned: a policy warned of its route. */
export type Issue = Cause['cause'] | 'warned';

/** Why orders of a run or of a period do not ship in full and on time, the dearest first. */
export const useCauses = (
  of: { readonly routing_run_id: number } | { readonly from: string; readonly to: string },
  options: { readonly enabled?: boolean } = {},
) => useRead('orders', '/account/v1/order-causes', of, options);

/** What is at stake: `1,204 units, 33,120.00 USD`. */
export const stakeWords = ({ units, value }: Cause, currency: string | undefined) =>
  `${counted(units, 'unit')}${value > 0 ? `, ${money(value, currency)}` : ''}`;

/** What makes 80 % of a cause: SKUs where units are missing, warehouses where they are late, else partners. */
export function partsWords(
  { cause, skus, warehouses, partners }: Cause,
  nameOf: (id: string) => string,
): string {
  const parts = {
    skus: skus.map(({ sku, units }) => `${sku} (${whole(units)})`),
    warehouses: warehouses.map(({ warehouse_id, orders }) => `${nameOf(warehouse_id)} (${whole(orders)})`),
    partners: partners.map(({ partner_id, orders }) => `partner ${partner_id} (${whole(orders)})`),
  };
  const named = cause === 'late' ? parts.warehouses : cause === 'no_eligible_warehouse' ? parts.partners : [];
  return nameList(named.length > 0 ? named : parts.skus, 5);
}
