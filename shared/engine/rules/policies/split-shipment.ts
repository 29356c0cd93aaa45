import type { Route } from '../../route.ts';
import { POLICY, type SettingFacts } from '../../setting-facts.ts';
import type { PolicyFinding, Settings } from '../../types.ts';
import { shipments } from '../../wording.ts';
import type { RoutedOrder } from '../routed-order.ts';
import type { ActiveMode, PolicySetting } from './policy.ts';

/** Orders in more than one shipment, or in more than max_shipments, which counts as split blocked. */
export const SPLIT_SHIPMENT = {
  ...POLICY,
  group: 'rule',
  initial: 'allow',
  isOptional: false,
  label: 'Split shipments',
  help: 'Orders that need more than one warehouse. Block: an order ships from one warehouse or not at all.',
  about: 'Whether an order may ship from more than one warehouse.',
  policy: {
    forbids: { what: 'sizes', limitsOf: ({ profile }) => ({ shipments: mostShipments(profile.settings) }) },
    isSet: ({ profile: { settings } }, mode) =>
      settings.split_shipment === mode || (mode === 'block' && settings.max_shipments !== null),
    find: tooManyShipments,
    warned: ({ found }) => `The order ships in ${shipments(found ?? 0)}.`,
    blocked: ({ found, limit }) =>
      `The best route takes ${shipments(found ?? 0)}; more than ${limit} ${limit === 1 ? 'is' : 'are'} blocked.`,
    unroutable: {
      category: 'rules',
      recommended_action: "Allow more shipments an order or stock the order's SKUs in one warehouse.",
      phrase: 'the split shipment rule blocks every route',
      label: 'blocked: more shipments than allowed',
    },
    blocksIt: 'the split shipment rule blocks it',
  },
} satisfies PolicySetting<'split_shipment'>;

export const MAX_SHIPMENTS = {
  kind: 'count',
  min: 1,
  group: 'rule',
  initial: null,
  isOptional: false,
  label: 'Maximum shipments per order',
  help: 'Split an order into at most this many shipments. Leave empty for no limit.',
  about: 'Maximum shipments for one order; null: no limit.',
} satisfies SettingFacts<'max_shipments'>;

function mostShipments({ split_shipment, max_shipments }: Settings): number {
  return split_shipment === 'block' ? 1 : (max_shipments ?? Number.POSITIVE_INFINITY);
}

function tooManyShipments({ profile }: RoutedOrder, route: Route, mode: ActiveMode): PolicyFinding | null {
  const { split_shipment: split, max_shipments: most } = profile.settings;
  const found = route.members.length;
  if (found > 1 && split === mode) return { rule: 'split_shipment', warehouse: null, found, limit: 1 };
  if (mode === 'block' && most !== null && found > most) {
    return { rule: 'split_shipment', warehouse: null, found, limit: most };
  }
  return null;
}
