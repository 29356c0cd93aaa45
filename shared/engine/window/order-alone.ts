import type { CompiledConfiguration } from '../compile.ts';
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
