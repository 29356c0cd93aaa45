import type { z } from 'zod';
import type { activationsPage, restored } from '../contracts/account/history.ts';
import { allSettings } from '../contracts/account/settings.ts';
import { type pageQuery, recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Actor } from '../identity/actor.ts';
import type { AccountChange } from '../identity/audit.ts';
import { parseAccountFile, withFaults } from './account-file.ts';
import { applyIn } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import { type ConfigurationDocument, type DocumentPatch, documentFile } from './configuration-document.ts';
import { readWholeVersion, rowsIn } from './configuration-versions.ts';

/** A page of a client's activations, newest first. Throws AppError validation_failed for a bad cursor. */
export async function listActivations(
  { prisma }: PrismaDatabase,
  client_id: number,
  { cursor, limit }: z.output<typeof pageQuery>,
): Promise<z.output<typeof activationsPage>> {
  const newest = await prisma.activation.findFirst({
    where: { client_id },
    orderBy: { id: 'desc' },
    select: { id: true },
  });
  const rows = await prisma.activation.findMany({
    where: { client_id, ...(cursor !== undefined && { id: { lt: decodeCursor(recordId, cursor) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    include: { audit: true },
  });
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => Number(id));
  const activations = page.map(({ id, configuration_id, activated_at, audit }) => ({
    activation_id: Number(id),
    configuration_id,
    activated_at: activated_at.toISOString(),
    by: audit && { kind: audit.actor_kind, name: audit.actor },
    action: audit?.action ?? null,
    subject: audit?.subject ?? null,
    is_current: id === newest?.id,
    changes: ((audit?.changes ?? []) as unknown as AccountChange[]).filter(({ path }) => isOfRouting(path)),
  }));
  return { activations, next_cursor };
}

/** Whether a change is one of the configuration. Keys, people and plans are not in it. */
function isOfRouting(path: string): boolean {
  return (
    path === 'client.contract_variant' || !/^(client|api_keys|tokens|users|invitations|webhooks)\b/.test(path)
  );
}

/** What a configuration changes that is made the present one. */
export type RestoredConfiguration = Omit<z.output<typeof restored>, 'dry_run'>;

/**
 * Makes an earlier configuration the present one. Warehouses that it does not have are disabled. The contract variant
 * stays. Throws AppError not_found, forbidden, and validation_failed if today's rules refuse it.
 */
export async function restoreConfiguration(
  db: PrismaDatabase,
  slug: string,
  { who, id, dry_run }: { readonly who: Actor; readonly id: number; readonly dry_run: boolean },
): Promise<RestoredConfiguration> {
  const rules = 'all' as const;
  const act = { who, action: 'configurations.restore', subject: `configurations/${id}`, rules, dry_run };
  const { changes, state, enabled } = await changeAccount(db, slug, act, async (tx, before) => {
    const { document } = await readWholeVersion(rowsIn(tx), id, before.client.id);
    return applyIn(tx, before, { ...parseStored(slug, document), ...tablesOf(document) });
  });
  return { changes, enabled, configuration_id: state.version.id };
}

/** What a configuration lacks, so that restoring it resets these parts. */
const LACKING = { delivery_calendar: null, rates: null, split_penalty: 0, default_unit_weight: null };

function parseStored(slug: string, document: ConfigurationDocument) {
  const settings = allSettings(document.settings);
  try {
    return parseAccountFile({ client: { slug }, ...LACKING, ...documentFile(document), settings });
  } catch (error) {
    throw withFaults(error, (fault) => fault, 'configuration');
  }
}

/** Its lanes, and its prices if it has rates. */
function tablesOf({
  transit: { lane_table_id },
  rates,
  rate_table_id,
}: ConfigurationDocument): DocumentPatch {
  return { lane_table_id, ...(rates && { rate_table_id }) };
}
