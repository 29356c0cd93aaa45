import type { Route } from '../../route.ts';
import { POLICY } from '../../setting-facts.ts';
import type { PolicyFinding } from '../../types.ts';
import { units } from '../../wording.ts';
import type { RoutedOrder } from '../routed-order.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Orders that ship without some of their units. */
export const PARTIAL_SHIPMENT = {
  ...POLICY,
  group: 'rule',
  initial: 'allow',
  isOptional: false,
  label: 'Partial shipments',
  help: 'Orders that cannot ship in full. Block: either all units ship, or none.',
  about: 'Whether an order may ship with fewer units than ordered.',
  policy: {
    forbids: { what: 'sizes', limitsOf: ({ units }) => ({ units }) },
    find: unshippedUnits,
    warned: ({ found }) => `The order ships without ${units(found ?? 0)}.`,
    blocked: ({ found }) =>
      `The best route ships without ${units(found ?? 0)}; partial shipments are blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action: 'Add inventory for the missing units or allow partial shipments.',
      phrase: 'the partial shipment rule blocks every route',
      label: 'blocked: partial shipment',
    },
    blocksIt: 'the partial shipment rule blocks it',
  },
} satisfies PolicySetting<'partial_shipment'>;

function unshippedUnits(order: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  const found = order.units - route.units;
  if (found === 0 || order.profile.settings.partial_shipment !== mode) return null;
  return { rule: 'partial_shipment', warehouse: null, found, limit: 0 };
}
