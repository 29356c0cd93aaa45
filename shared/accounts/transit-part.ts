import type { z } from 'zod';
import type { transitView } from '../contracts/account/configuration.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { AccountPart } from './account-part.ts';
import type { AccountState } from './account-state.ts';
import { withoutPrefix } from './apply-account.ts';

/** Where transit days come from. Members that a change leaves out stay if the provider stays. */
export const TRANSIT: AccountPart = {
  action: 'transit.change',
  versioned: ({ file, lane_table_id }) => [file.transit, lane_table_id],
  show: showTransit,
  changed(sent, { file: { transit: present } }) {
    const patch = sent as { readonly provider?: unknown };
    const isSame = patch.provider === undefined || patch.provider === present.provider;
    return { transit: isSame ? { ...present, ...patch } : patch };
  },
  faultOf: (fault) => withoutPrefix('transit.', fault),
};

async function showTransit(
  { prisma }: PrismaDatabase,
  { client_id, file, lane_table_id }: AccountState,
): Promise<Omit<z.output<typeof transitView>, 'etag'>> {
  const { provider, ...options } = file.transit;
  if (lane_table_id === null) return { provider, options, lane_table: null };
  const { created_at } = await prisma.laneTable.findUniqueOrThrow({
    where: { id: lane_table_id, client_id },
  });
  const counts = await prisma.laneTableLane.groupBy({
    by: ['warehouse_id'],
    where: { lane_table_id, laneTable: { client_id } },
    _count: true,
    orderBy: { warehouse_id: 'asc' },
  });
  const warehouses = counts.map(({ warehouse_id, _count }) => ({ warehouse_id, lanes: _count }));
  return {
    provider,
    options,
    lane_table: { lane_table_id, created_at: created_at.toISOString(), warehouses },
  };
}
