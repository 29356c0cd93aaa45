import type { z } from 'zod';
import type { uploadedLanes } from '../contracts/account/configuration.ts';
import { DEFAULT_RATES, type uploadedPrices } from '../contracts/account/rates.ts';
import { textOf } from '../contracts/intake/whole-body.ts';
import type { PrismaDatabase } from '../db/database.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { COMMAND_LINE } from '../identity/actor.ts';
import { readLaneTable } from '../transit/import/read-lane-table.ts';
import { parsePriceFile } from '../transit/rates/price-file.ts';
import type { PriceListRow } from '../transit/rates/price-lists.ts';
import { applyIn } from './apply-account.ts';
import { type AccountAct, changeAccount } from './change-account.ts';
import {
  countPrices,
  findUnpriced,
  LANES,
  PRICES,
  type PriceListRequest,
  readPriceLists,
  replaceRows,
} from './client-tables.ts';
import { findClient } from './clients.ts';
import { readVersion, rowsIn } from './configuration-versions.ts';

/** A table of lanes to import. */
export interface LaneImport {
  /** CSV, in a layout of docs/reference/lanes.md, or its bytes. */
  readonly text: string | Uint8Array;
  /** A name of LAYOUT_NAMES. */
  readonly layout: string;
  /** The one warehouse whose lanes are taken; null: all that the table has. */
  readonly warehouse_id: string | null;
  /** The column of a carrier's chart; null: ground. */
  readonly service: string | null;
  /** Whether the client's transit provider is `table` from now on. */
  readonly use: boolean;
}

/** The bytes of a large table become text in the thread that imports it. Throws AppError validation_failed if they are no text. */
function csvOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : textOf(text);
}

/** What an import did. Warehouses without new lanes are left out. */
export interface ImportedLanes extends z.output<typeof uploadedLanes> {
  readonly client_id: number;
  readonly lane_table_id: number;
}

/**
 * Imports a carrier's table as a client's own lanes. It replaces the lanes of each warehouse in the table, which makes a
 * new version of the client's lane table. Importing it again changes nothing. Throws AppError not_found, and
 * validation_failed with the faults of the table; then nothing is changed.
 */
export async function importLanes(
  db: PrismaDatabase,
  slug: string,
  { text, use, ...request }: LaneImport,
  act: Partial<AccountAct> = {},
): Promise<ImportedLanes> {
  const csv = csvOf(text);
  const audited = { who: COMMAND_LINE, action: 'lanes.upload', subject: 'transit/lanes', ...act };
  const { result, changes } = await changeAccount(db, slug, audited, async (tx, before) => {
    const { client, version } = before;
    const { warehouses, transit } = version.document;
    const { warehouse_id } = request;
    if (warehouse_id !== null && !warehouses.some((warehouse) => warehouse.warehouse_id === warehouse_id))
      throw new AppError('not_found', `${slug} has no warehouse ${warehouse_id}.`);
    const { layout, lanes, faults } = readLaneTable(csv, request.layout, { warehouses, ...request });
    if (faults.length > 0)
      throw new AppError('validation_failed', 'The lane table has faults; nothing was changed.', { faults });
    const lane_table_id = await replaceRows(tx, client.id, LANES, transit.lane_table_id, lanes);
    const used = use ? { transit: { provider: 'table' as const } } : {};
    const imported = {
      client_id: client.id,
      layout: layout!,
      warehouses: warehouses.flatMap(({ warehouse_id }) => {
        const count = lanes.filter((lane) => lane.warehouse_id === warehouse_id).length;
        return count === 0 ? [] : [{ warehouse_id, lanes: count }];
      }),
      lane_table_id,
      provider: use ? ('table' as const) : transit.provider,
    };
    const patched = await applyIn(tx, before, { client: { slug }, ...used, lane_table_id });
    return { ...patched, result: imported };
  });
  return { ...result, changed: changes.length > 0 };
}

/** Prices to import. */
interface PriceImport {
  /** CSV, or its bytes: warehouse_id, zone, max_weight, price. */
  readonly text: string | Uint8Array;
  /** Of rates that are new. */
  readonly currency: string | null;
}

/**
 * Imports prices. They replace those of each warehouse in the table, which makes a new version of the client's prices. An
 * account without rates has them from now on, by miles. Importing the same again changes nothing. Throws AppError
 * not_found, and validation_failed with the faults of the table; then nothing is changed.
 */
export async function importPrices(
  db: PrismaDatabase,
  slug: string,
  { text, currency }: PriceImport,
  act: Partial<AccountAct> = {},
): Promise<z.output<typeof uploadedPrices> & { readonly rate_table_id: number }> {
  const csv = csvOf(text);
  const audited = { who: COMMAND_LINE, action: 'rates.upload', subject: 'rates/prices', ...act };
  const { result, changes } = await changeAccount(db, slug, audited, async (tx, before) => {
    const { client, file, version } = before;
    const ids = file.warehouses.map(({ warehouse_id }) => warehouse_id);
    const { rows, faults } = parsePriceFile(csv, ids);
    if (faults.length > 0) {
      throw new AppError('validation_failed', 'The prices have faults; nothing was changed.', { faults });
    }
    const rate_table_id = await replaceRows(tx, client.id, PRICES, version.document.rate_table_id, rows);
    const rates = { ...DEFAULT_RATES, ...file.rates, ...(currency !== null && { currency }) };
    const patched = await applyIn(tx, before, { client: { slug }, rates, rate_table_id });
    const warehouses = await countPrices(tx, client.id, rate_table_id);
    const unpriced = await findUnpriced(tx, before, rates, rate_table_id);
    return { ...patched, result: { rate_table_id, currency: rates.currency, warehouses, unpriced } };
  });
  return { ...result, changed: changes.length > 0 };
}

/** Some price lists of a client, in the order of warehouse and zone. None if it has no prices. */
export async function listPrices(
  { prisma }: PrismaDatabase,
  slug: string,
  page: Omit<PriceListRequest, 'client_id' | 'rate_table_id'>,
): Promise<PriceListRow[]> {
  const { id: client_id, configuration_id } = await findClient(prisma, slug);
  const { rate_table_id } = (await readVersion(rowsIn(prisma), configuration_id!)).document;
  return rate_table_id === null ? [] : readPriceLists(prisma, { client_id, rate_table_id, ...page });
}
