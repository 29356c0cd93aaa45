import type { z } from 'zod';
import type { transitView } from '../contracts/account/configuration.ts';
import type { Database } from '../db/database.ts';
import type { AccountState } from './account-state.ts';
import type { AccountEdit } from './actor.ts';
import { applyPart, withoutPrefix } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import { assertMatches, etagOf } from './etag.ts';

/** A client's transit provider as people see it. */
export type TransitView = z.output<typeof transitView>;

/** Shows where a client's transit days come from. */
export async function showTransit(
  { prisma }: Pick<Database, 'prisma'>,
  { client_id, file, lane_table_id }: AccountState,
): Promise<TransitView> {
  const { provider, ...options } = file.transit;
  const table =
    lane_table_id === null
      ? null
      : await prisma.laneTable.findUniqueOrThrow({ where: { id: lane_table_id, client_id } });
  const counts =
    table === null
      ? []
      : await prisma.laneTableLane.groupBy({
          by: ['warehouse_id'],
          where: { lane_table_id: table.id, laneTable: { client_id } },
          _count: true,
          orderBy: { warehouse_id: 'asc' },
        });
  return {
    provider,
    options,
    lane_table: table && {
      lane_table_id: table.id,
      created_at: table.created_at.toISOString(),
      warehouses: counts.map(({ warehouse_id, _count }) => ({ warehouse_id, lanes: _count })),
    },
    etag: transitEtag({ file, lane_table_id }),
  };
}

/**
 * Changes a client's transit provider. Members that `patch` leaves out stay if the provider stays. Throws AppError
 * forbidden, precondition_failed, and validation_failed with paths in the patch.
 */
export async function changeTransit(
  db: Pick<Database, 'prisma'>,
  { slug, who, if_match }: AccountEdit,
  patch: Record<string, unknown>,
): Promise<TransitView> {
  const act = { who, action: 'transit.change', subject: 'transit' };
  const { state } = await changeAccount(db, slug, act, async (tx, client, before) => {
    assertMatches(if_match, transitEtag(before));
    const present = before.file.transit;
    const isSame = patch.provider === undefined || patch.provider === present.provider;
    const transit = isSame ? { ...present, ...patch } : patch;
    await applyPart(tx, client, { client: { slug }, transit }, (fault) => withoutPrefix('transit.', fault));
  });
  return showTransit(db, state);
}

function transitEtag({ file, lane_table_id }: Pick<AccountState, 'file' | 'lane_table_id'>): string {
  return etagOf([file.transit, lane_table_id]);
}
