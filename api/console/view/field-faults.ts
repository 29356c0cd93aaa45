import type { Fault } from '../client/service-error.ts';

/**
 * Splits the faults of a form's body: messages by field, and the faults that belong to no field. `warehouse_ids[0]` is a
 * fault of the field `warehouse_ids`, and `lines[0].sku` one of `lines.0.sku`, as forms write it.
 */
export function faultsByField(
  faults: readonly Fault[],
  fields: readonly string[],
): { byField: Record<string, string>; others: Fault[] } {
  const byField: Record<string, string> = {};
  const others: Fault[] = [];
  for (const fault of faults) {
    const path = fault.path.replaceAll(/\[(\d+)\]/g, '.$1');
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field !== undefined) byField[field] = [byField[field], fault.message].filter(Boolean).join('; ');
    else others.push(fault);
  }
  return { byField, others };
}
