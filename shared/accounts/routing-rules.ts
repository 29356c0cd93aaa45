import { Prisma } from '../db/generated/client.ts';
import type { ItemControl, Profile } from '../engine/types.ts';
import { isSameJson } from '../foundation/canonical-json.ts';

/** Replaces the client's profiles by `listed`. */
export async function saveProfiles(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: readonly Profile[],
  listed: readonly Profile[],
): Promise<void> {
  if (isSameJson(present, listed)) return;
  await tx.routingProfile.deleteMany({ where: { client_id } });
  await tx.routingProfile.createMany({
    data: listed.map((profile, position) => ({
      ...profile,
      client_id,
      position,
      settings: profile.settings as unknown as Prisma.InputJsonObject,
      warehouse_ids: profile.warehouse_ids === null ? Prisma.DbNull : [...profile.warehouse_ids],
    })),
  });
}

/** Replaces the client's Item Control rules by `listed`. */
export async function saveItemControls(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: readonly ItemControl[],
  listed: readonly ItemControl[],
): Promise<void> {
  const rows = listed
    .map((control, position) => ({ warehouse_ids: [], ...control, position }))
    .filter(({ position }) => !isSameJson(present[position], listed[position]));
  if (rows.length === 0 && present.length === listed.length) return;
  // Only rows of rules that change are written, so that changing one of many rules takes little time.
  const rewritten = rows.map(({ position }) => position);
  await tx.$executeRaw`
    DELETE FROM item_controls
    WHERE client_id = ${client_id} AND (position = ANY (${rewritten}::int[]) OR position >= ${listed.length})`;
  // One statement, because there may be as many rules as SKUs, and createMany takes a millisecond for each.
  await tx.$executeRaw`
    INSERT INTO item_controls (client_id, position, sku, rule, warehouse_ids, fallback, days, units, note)
    SELECT ${client_id}::int, position, sku, rule, warehouse_ids, fallback, days, units, note
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row
      (position int, sku text, rule text, warehouse_ids text[], fallback text, days int, units int, note text)`;
}
