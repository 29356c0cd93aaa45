import type { Prisma } from '../db/generated/client.ts';
import { parseLaneFile } from '../transit/lane-file.ts';
import type { LaneTableRow } from '../transit/table.ts';
import { storeOnce, type TableKind } from './table-kind.ts';

/** A client's own lanes. */
export const LANES: TableKind<LaneTableRow> = {
  key: 'transit.lanes_file',
  missing: 'is needed by the provider table',
  parse: parseLaneFile,
  /** By warehouse and prefix. */
  async read(tx, client_id, lane_table_id) {
    const rows = await tx.laneTableLane.findMany({
      where: { lane_table_id, laneTable: { client_id } },
      orderBy: [{ warehouse_id: 'asc' }, { destination_prefix: 'asc' }],
      omit: { lane_table_id: true },
    });
    return rows.map(({ zone, ...lane }) => (zone === null ? lane : { ...lane, zone }));
  },
  store: storeLanes,
};

function storeLanes(
  tx: Prisma.TransactionClient,
  client_id: number,
  lanes: readonly LaneTableRow[],
): Promise<number> {
  const rows = lanes.map(({ warehouse_id, destination_prefix, transit_days, zone }) =>
    zone == null
      ? [warehouse_id, destination_prefix, transit_days]
      : [warehouse_id, destination_prefix, transit_days, zone],
  );
  return storeOnce(tx.laneTable, client_id, rows, (id) => {
    const warehouses = lanes.map((lane) => lane.warehouse_id);
    const prefixes = lanes.map((lane) => lane.destination_prefix);
    const days = lanes.map((lane) => lane.transit_days);
    const zones = lanes.map((lane) => lane.zone ?? null);
    return tx.$executeRaw`
      INSERT INTO lane_table_lanes (lane_table_id, warehouse_id, destination_prefix, transit_days, zone)
      SELECT ${id}::int, * FROM unnest(${warehouses}::text[], ${prefixes}::text[], ${days}::smallint[], ${zones}::text[])`;
  });
}
