import type { Decision, UnfulfilledReason } from '../types.ts';
import type { RequestedSku } from './demand.ts';
import { driverAt } from './driver.ts';
import type { CompiledProfile } from './profile.ts';

/** Why no route is sought for an order. */
export type UnsoughtCode = 'invalid_destination_zip' | 'item_control_hold' | 'external_fulfillment';

/** The NONE of an order for which no route is sought; its policy outcome is clear. */
export function unsoughtDecision(
  profile: CompiledProfile,
  code: UnsoughtCode,
  ranked: readonly number[],
  requested: readonly RequestedSku[],
): Decision {
  const deciding = requested.find(({ rules }) =>
    code === 'item_control_hold' ? rules?.hold : rules?.dropShip,
  );
  return {
    status: 'NONE',
    quality: 'Unroutable',
    profile: profile.index,
    ranked,
    shipments: [],
    allocations: [],
    unfulfilled: requested.map(({ sku, quantity, rules }) => ({
      sku,
      requested_qty: quantity,
      unfulfilled_qty: quantity,
      reason: reasonUnder(code, rules?.dropShip ?? false),
    })),
    policy: { outcome: 'clear', warnings: [], blocked: null },
    driver: driverAt(code, null, code === 'invalid_destination_zip' ? null : (deciding?.sku ?? null)),
    unroutable: code,
    total_value_cents: 0,
    unvalued_skus: [],
    // Without a destination no rule applies.
    item_controls: code === 'invalid_destination_zip' ? [] : itemControlsOn(requested),
    budget_exhausted: false,
    at_least_shipments: null,
  };
}

function reasonUnder(code: UnsoughtCode, dropShip: boolean): UnfulfilledReason {
  if (code === 'invalid_destination_zip') return code;
  return dropShip ? 'external_fulfillment' : 'item_control';
}

/** Places of the rules on requested SKUs, in line order, then file order. */
export function itemControlsOn(requested: readonly RequestedSku[]): readonly number[] {
  let indexes: readonly number[] = NO_RULES;
  for (let place = 0; place < requested.length; place++) {
    const { rules } = requested[place]!;
    if (rules !== null) indexes = [...indexes, ...rules.indexes];
  }
  return indexes;
}

const NO_RULES: readonly number[] = [];
