import type { CompiledConfiguration } from '../compile.ts';
import type { OrderPriority } from '../rules/allocation-order.ts';
import { type DecisionInput, prepareOrder } from '../rules/prepare-order.ts';
import type { Decision } from '../types.ts';
import type { OrderAlone } from './window-order.ts';

/**
 * What an ordinary pass saw of an order that it decided just now, before the decision uses up stock. Null: no route was
 * sought.
 */
export function orderAlone(
  compiled: CompiledConfiguration,
  input: DecisionInput,
  decision: Decision,
  group: number,
): OrderAlone | null {
  const prepared = prepareOrder(compiled, input);
  if (prepared.unsought !== null) return null;
  const routed = { ...prepared.routed, ranked: decision.ranked };
  return { routed, decision, deliver_by: input.order.deliver_by ?? null, group };
}

/** Numbers the groups of orders of equal is_vip and priority_level, earlier ones first. `allocated` are in allocation order. */
export function groupsOf(allocated: readonly OrderPriority[]): number[] {
  let group = 0;
  return allocated.map((order, place) => {
    const before = allocated[place - 1];
    const isNew =
      before !== undefined &&
      (before.is_vip !== order.is_vip || before.priority_level !== order.priority_level);
    if (isNew) group++;
    return group;
  });
}
