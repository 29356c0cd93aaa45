import type { z } from 'zod';
import type { activationsPage } from '../contracts/account/history.ts';
import { allSettings } from '../contracts/account/settings.ts';
import { type pageQuery, recordId } from '../contracts/common.ts';
import { decodeCursor, pageOf } from '../contracts/cursor.ts';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { AccountChange } from './account-changes.ts';
import { parseAccountFile, withFaults } from './account-file.ts';
import { routingFile } from './account-state.ts';
import type { Actor } from './actor.ts';
import { applyIn } from './apply-account.ts';
import { changeAccount } from './change-account.ts';
import type { EnabledWarehouse } from './enabled-stock.ts';
import type { RoutingSetup } from './routing-setup.ts';

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
  return path === 'client.contract_variant' || !/^(client|api_keys|tokens|users|webhooks)\b/.test(path);
}

/** One of a client's configurations. Throws AppError not_found. */
export async function findConfiguration(
  prisma: Pick<Prisma.TransactionClient, 'configuration'>,
  client_id: number,
  id: number,
): Promise<{ readonly created_at: Date; readonly setup: RoutingSetup }> {
  const row = await prisma.configuration.findFirst({ where: { id, client_id } });
  if (row === null) throw new AppError('not_found', `There is no configuration ${id}.`);
  return { created_at: row.created_at, setup: row.body as unknown as RoutingSetup };
}

/** What a configuration changes that is made the present one. */
export interface RestoredConfiguration {
  readonly changes: readonly AccountChange[];
  readonly enabled: readonly EnabledWarehouse[];
  readonly configuration_id: number | null;
}

/**
 * Makes an earlier configuration the present one. Warehouses that it does not have are disabled. The contract variant
 * stays. Throws AppError not_found, forbidden, and validation_failed if today's rules refuse it.
 */
export async function restoreConfiguration(
  db: PrismaDatabase,
  slug: string,
  { who, id, dry_run }: { readonly who: Actor; readonly id: number; readonly dry_run: boolean },
): Promise<RestoredConfiguration> {
  const act = { who, action: 'configurations.restore', subject: `configurations/${id}`, dry_run };
  const { changes, state, enabled } = await changeAccount(db, slug, act, async (tx, client) => {
    const { setup } = await findConfiguration(tx, client.id, id);
    await tx.clientSettings.update({
      where: { client_id: client.id },
      data: {
        lane_table_id: setup.transit.lane_table_id,
        ...(setup.rates && { rate_table_id: setup.rates.rate_table_id }),
      },
    });
    await applyIn(tx, client, parseStored(slug, setup), null);
  });
  return { changes, enabled, configuration_id: state.configuration_id };
}

/** What a configuration lacks, so that restoring it resets these parts. */
const LACKING = { delivery_calendar: null, rates: null, split_penalty: 0, default_unit_weight: null };

function parseStored(slug: string, setup: RoutingSetup) {
  const settings = allSettings(setup.settings);
  try {
    return parseAccountFile({ client: { slug }, ...LACKING, ...routingFile(setup), settings });
  } catch (error) {
    throw withFaults(error, (fault) => fault, 'configuration');
  }
}
