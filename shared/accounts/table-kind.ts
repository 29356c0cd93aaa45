import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Prisma } from '../db/generated/client.ts';
import { decodeText, NOT_TEXT } from '../foundation/decode-text.ts';
import type { Fault } from '../foundation/errors/app-error.ts';
import { invalidAccountFile } from './account-file.ts';

/** A kind of table that a client has: its lanes, or its prices. A table never changes; its id is in client_settings. */
export interface TableKind<Row extends { readonly warehouse_id: string }> {
  /** The key of the account file that names a file of it. */
  readonly key: 'transit.lanes_file' | 'rates.prices_file';
  /** The fault of an account file that needs a table, while there is none. */
  readonly missing: string;
  parse(text: string, warehouseIds: Iterable<string>): { rows: readonly Row[]; faults: readonly Fault[] };
  read(tx: Prisma.TransactionClient, client_id: number, id: number): Promise<readonly Row[]>;
  /** Returns the id of the table. Equal rows are the same table. */
  store(tx: Prisma.TransactionClient, client_id: number, rows: readonly Row[]): Promise<number>;
}

/** How the tables that an account file names are read. */
export interface TableFiles {
  /** The folder that their names are relative to; null if no files may be read. */
  readonly baseDir: string | null;
  readonly warehouseIds: Iterable<string>;
}

/**
 * The id of the table in a file that an account file names or, if it names none, of the present one. Throws AppError
 * validation_failed without a table, and for faults in the file.
 */
export async function tableId<Row extends { readonly warehouse_id: string }>(
  tx: Prisma.TransactionClient,
  client_id: number,
  kind: TableKind<Row>,
  { named, present }: { readonly named: string | undefined; readonly present: number | null },
  { baseDir, warehouseIds }: TableFiles,
): Promise<number> {
  const { key, missing } = kind;
  if (named === undefined) {
    if (present === null) throw invalidAccountFile([{ path: key, message: missing }]);
    return present;
  }
  const { rows, faults } = kind.parse(await readTableFile(key, named, baseDir), warehouseIds);
  if (faults.length === 0) return kind.store(tx, client_id, rows);
  throw invalidAccountFile(
    faults.map(({ path, message }) => ({ path: key, message: `${named} ${path}: ${message}` })),
  );
}

async function readTableFile(path: string, file: string, baseDir: string | null): Promise<string> {
  if (baseDir === null) {
    throw invalidAccountFile([{ path, message: 'a file can be read on the command line only' }]);
  }
  const bytes = await readFile(resolve(baseDir, file)).catch((error: NodeJS.ErrnoException) => {
    throw invalidAccountFile([{ path, message: `cannot read ${file}: ${error.code}` }]);
  });
  const text = decodeText(bytes);
  if (text === null) throw invalidAccountFile([{ path, message: `${file} ${NOT_TEXT}` }]);
  return text;
}

/** Stores a table of these rows and of those that the present one has of other warehouses. Returns its id. */
export async function replaceRows<Row extends { readonly warehouse_id: string }>(
  tx: Prisma.TransactionClient,
  client_id: number,
  kind: TableKind<Row>,
  present: number | null,
  rows: readonly Row[],
): Promise<number> {
  const before = present === null ? [] : await kind.read(tx, client_id, present);
  const replaced = new Set(rows.map(({ warehouse_id }) => warehouse_id));
  return kind.store(tx, client_id, [
    ...before.filter(({ warehouse_id }) => !replaced.has(warehouse_id)),
    ...rows,
  ]);
}

/** Prisma's access to the tables of a kind. */
interface Tables {
  findUnique(args: {
    where: { client_id_digest: { client_id: number; digest: string } };
  }): PromiseLike<{ id: number } | null>;
  create(args: { data: { client_id: number; digest: string } }): PromiseLike<{ id: number }>;
}

/** The id of a client's table with these rows, in any order: the one that there is, or a new one, which `fill` fills. */
export async function storeOnce(
  tables: Tables,
  client_id: number,
  rows: readonly (readonly unknown[])[],
  fill: (id: number) => Promise<unknown>,
): Promise<number> {
  const lines = rows.map((row) => JSON.stringify(row)).sort();
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex');
  const known = await tables.findUnique({ where: { client_id_digest: { client_id, digest } } });
  if (known !== null) return known.id;
  const { id } = await tables.create({ data: { client_id, digest } });
  await fill(id);
  return id;
}
