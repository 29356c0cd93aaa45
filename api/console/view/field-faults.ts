import type { Fault } from '../client/service-error.ts';

/**
 * Splits the faults of a form's body: messages by field, and the faults that belong to no field. `warehouse_ids[0]` and
 * `max_transit_days.days` are faults of the fields `warehouse_ids` and `max_transit_days`.
 */
export function faultsByField(
  faults: readonly Fault[],
  fields: readonly string[],
): { byField: Record<string, string>; others: Fault[] } {
  const byField: Record<string, string> = {};
  const others: Fault[] = [];
  for (const fault of faults) {
    const field = fields.find(
      (name) => fault.path.startsWith(name) && /^([.[]|$)/.test(fault.path.slice(name.length)),
    );
    if (field !== undefined) byField[field] = [byField[field], fault.message].filter(Boolean).join('; ');
    else others.push(fault);
  }
  return { byField, others };
}
