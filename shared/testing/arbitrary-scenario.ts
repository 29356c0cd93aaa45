import fc from 'fast-check';
import { type EngineCase, engineCases } from './engine-arbitraries.ts';
import type { Scenario } from './scenario.ts';

/** The most names of a case: five warehouses with their names, four SKUs, three partners, two profiles. */
const NAMES = 20;

/** The engine's generated cases with every rule and policy. Their names, IDs and notes are drawn from `texts`. */
export function arbitraryScenario(texts: fc.Arbitrary<string>): fc.Arbitrary<Scenario> {
  return fc
    .record({
      drawn: engineCases({ warehouses: 5, skus: 4, itemControl: true, policies: true }),
      names: fc.uniqueArray(texts, { minLength: NAMES, maxLength: NAMES }),
      order_id: texts,
      destination_zip: texts,
      notes: fc.array(fc.option(texts), { minLength: 1 }),
    })
    .map(({ drawn, names, order_id, destination_zip, notes }) => {
      const { configuration, input } = renamed(drawn, names);
      return {
        name: 'drawn',
        configuration: {
          ...configuration,
          item_controls: configuration.item_controls.map((rule, index) => ({
            ...rule,
            note: notes[index % notes.length]!,
          })),
        },
        ...input,
        order: {
          ...input.order,
          order_id,
          destination_zip,
          is_vip: false,
          priority_level: null,
          order_created_at: null,
          carrier: null,
          ship_method: null,
          raw_order_data: null,
        },
      };
    });
}

/** The same case with other names. Different names stay different. */
function renamed({ configuration, input }: EngineCase, names: readonly string[]): EngineCase {
  const known = new Map<string, string>();
  const name = (
    kind: 'warehouse' | 'warehouse name' | 'sku' | 'partner' | 'profile',
    old: string,
  ): string => {
    const key = `${kind} ${old}`;
    if (!known.has(key)) known.set(key, names[known.size]!);
    return known.get(key)!;
  };
  const warehouseIds = (ids: readonly string[]): string[] => ids.map((id) => name('warehouse', id));
  const partner = (id: string | null): string | null => (id === null ? null : name('partner', id));
  const bySku = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
    new Map([...map].map(([sku, value]) => [name('sku', sku), value]));
  return {
    configuration: {
      settings: configuration.settings,
      warehouses: configuration.warehouses.map((warehouse) => ({
        ...warehouse,
        warehouse_id: name('warehouse', warehouse.warehouse_id),
        warehouse_name: name('warehouse name', warehouse.warehouse_name),
      })),
      profiles: configuration.profiles.map((profile) => ({
        ...profile,
        partner_id: name('partner', profile.partner_id),
        name: name('profile', profile.partner_id),
        warehouse_ids: profile.warehouse_ids === null ? null : warehouseIds(profile.warehouse_ids),
      })),
      item_controls: configuration.item_controls.map((rule) => {
        const sku = name('sku', rule.sku);
        return 'warehouse_ids' in rule
          ? { ...rule, sku, warehouse_ids: warehouseIds(rule.warehouse_ids) }
          : { ...rule, sku };
      }),
    },
    input: {
      destination: input.destination,
      order: {
        partner_id: partner(input.order.partner_id),
        lines: input.order.lines.map((line) => ({ ...line, sku: name('sku', line.sku) })),
      },
      availability: input.availability === null ? null : bySku(input.availability),
      unit_values: bySku(input.unit_values),
    },
  };
}
