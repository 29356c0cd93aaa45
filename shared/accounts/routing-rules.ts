import { Prisma } from '../db/generated/client.ts';
import type { ItemControl, Profile, Settings } from '../engine/types.ts';
import type { AccountFile } from './account-file.ts';
import { canonicalJson } from './canonical-json.ts';

/** Writes the settings that a file gives; the others stay. Returns what changed. */
export async function saveSettings(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: Settings,
  patch: NonNullable<AccountFile['settings']>,
): Promise<string[]> {
  const settings: Settings = { ...present, ...patch };
  const changed = (Object.keys(patch) as (keyof Settings)[]).filter(
    (name) => canonicalJson(settings[name]) !== canonicalJson(present[name]),
  );
  if (changed.length > 0) {
    await tx.clientSettings.update({
      where: { clientId: client_id },
      data: { settings: settings as unknown as Prisma.InputJsonObject },
    });
  }
  return changed.map((name) => `settings: ${name} is now ${JSON.stringify(settings[name])}`);
}

/** Replaces the client's profiles by `listed`. Returns what changed. */
export async function saveProfiles(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: readonly Profile[],
  listed: readonly Profile[],
): Promise<string[]> {
  if (canonicalJson(present) === canonicalJson(listed)) {
    return [];
  }
  await tx.routingProfile.deleteMany({ where: { clientId: client_id } });
  await tx.routingProfile.createMany({
    data: listed.map((profile, position) => ({
      clientId: client_id,
      position,
      partnerId: profile.partner_id,
      name: profile.name,
      enabled: profile.enabled,
      settings: profile.settings as unknown as Prisma.InputJsonObject,
      warehouseIds: profile.warehouse_ids === null ? Prisma.DbNull : [...profile.warehouse_ids],
    })),
  });
  return [`profiles: ${listed.length} in place of ${present.length}`];
}

/** Replaces the client's Item Control rules by `listed`. Returns what changed. */
export async function saveItemControls(
  tx: Prisma.TransactionClient,
  client_id: number,
  present: readonly ItemControl[],
  listed: readonly ItemControl[],
): Promise<string[]> {
  if (canonicalJson(present) === canonicalJson(listed)) {
    return [];
  }
  await tx.itemControl.deleteMany({ where: { clientId: client_id } });
  const rows = listed.map((control, position) => ({ warehouse_ids: [], ...control, position }));
  // In one statement: there may be as many rules as SKUs, and createMany takes a millisecond for each.
  await tx.$executeRaw`
    INSERT INTO item_controls (client_id, position, sku, rule, warehouse_ids, fallback, days, note)
    SELECT ${client_id}::int, position, sku, rule, warehouse_ids, fallback, days, note
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row
      (position int, sku text, rule text, warehouse_ids text[], fallback text, days int, note text)`;
  return [`item_controls: ${listed.length} in place of ${present.length}`];
}
