import { createHash } from 'node:crypto';
import type { Prisma } from '../db/generated/client.ts';
import type { LaneTableRow } from '../transit/table.ts';

/** Stores a client's own lanes as an immutable table. Returns its id. Equal lanes are the same table. */
export async function storeLaneTable(
  tx: Prisma.TransactionClient,
  client_id: number,
  lanes: readonly LaneTableRow[],
): Promise<number> {
  const digest = digestOf(lanes);
  const where = { client_id_digest: { client_id, digest } };
  const known = await tx.laneTable.findUnique({ where, select: { id: true } });
  if (known !== null) return known.id;
  const { id } = await tx.laneTable.create({ data: { client_id, digest }, select: { id: true } });
  const warehouses = lanes.map((lane) => lane.warehouse_id);
  const prefixes = lanes.map((lane) => lane.destination_prefix);
  const days = lanes.map((lane) => lane.transit_days);
  const zones = lanes.map((lane) => lane.zone ?? null);
  await tx.$executeRaw`
    INSERT INTO lane_table_lanes (lane_table_id, warehouse_id, destination_prefix, transit_days, zone)
    SELECT ${id}::int, * FROM unnest(${warehouses}::text[], ${prefixes}::text[], ${days}::smallint[], ${zones}::text[])`;
  return id;
}

/** Reads a client's lane table, by warehouse and prefix. */
export async function readLaneTableRows(
  tx: Prisma.TransactionClient,
  client_id: number,
  lane_table_id: number,
): Promise<LaneTableRow[]> {
  const rows = await tx.laneTableLane.findMany({
    where: { lane_table_id, laneTable: { client_id } },
    orderBy: [{ warehouse_id: 'asc' }, { destination_prefix: 'asc' }],
    omit: { lane_table_id: true },
  });
  return rows.map(({ zone, ...lane }) => (zone === null ? lane : { ...lane, zone }));
}

/** The digest does not depend on the order of the lanes. */
function digestOf(lanes: readonly LaneTableRow[]): string {
  const lines = lanes.map((lane) =>
    JSON.stringify([
      lane.warehouse_id,
      lane.destination_prefix,
      lane.transit_days,
      ...(lane.zone == null ? [] : [lane.zone]),
    ]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
