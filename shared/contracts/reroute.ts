import { z } from 'zod';
import type { RerouteRequest, Warehouse } from '../engine/types.ts';
import { identifier, named, note } from './common.ts';
import { dryRunA, dryRunOrderB } from './dry-run.ts';
import { unknownWarehouses } from './unknown-warehouse.ts';

const MAX_WAREHOUSES = 1000;
const warehouseIds = z.array(identifier.trim()).max(MAX_WAREHOUSES);

/** docs/guides/correct-an-order.md. Members that it does not know are refused. */
export const rerouteRequest = z
  .strictObject({
    exclude_warehouse_ids: warehouseIds.nullish().describe('Warehouses that may not ship the order.'),
    only_warehouse_ids: warehouseIds
      .min(1)
      .nullish()
      .describe('The only warehouses that may; left out: any.'),
    note: note.nullish().describe('Why, for people: it is in the history and the reports.'),
    unless_worse: z
      .boolean()
      .nullish()
      .describe('Where fewer units would ship, or as many in more shipments: change nothing and answer 409.'),
  })
  .meta({ id: 'RerouteRequest', examples: [{ exclude_warehouse_ids: ['EWR1'], note: 'flooded' }] });

/** The 409 of `unless_worse`. */
export const worseReroute = named('WorseReroute', {
  detail: z.string(),
  code: z.literal('reroute_worse'),
  dry_run: z.union([dryRunA, dryRunOrderB]).describe('What would have been decided.'),
});

/** The reroute of a request, as it is stored. */
export function toReroute({
  exclude_warehouse_ids,
  only_warehouse_ids,
  note: text,
}: z.output<typeof rerouteRequest>): RerouteRequest {
  return {
    exclude_warehouse_ids: exclude_warehouse_ids ?? [],
    only_warehouse_ids: only_warehouse_ids ?? null,
    note: text ?? null,
  };
}

/** Throws AppError unknown_warehouse, which lists the client's warehouses, if a reroute names another one. */
export function refuseUnknownWarehouses(
  { exclude_warehouse_ids, only_warehouse_ids }: RerouteRequest,
  warehouses: readonly Warehouse[],
): void {
  const known = warehouses.map(({ warehouse_id }) => warehouse_id);
  const unknown = [...exclude_warehouse_ids, ...(only_warehouse_ids ?? [])].filter(
    (id) => !known.includes(id),
  );
  if (unknown.length === 0) return;
  const names = [...new Set(unknown)].map((id) => `"${id}"`);
  throw unknownWarehouses(names, `Known Warehouse IDs: ${known.join(', ') || 'none'}.`);
}
