import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { noClient } from '../../account/clients.ts';
import type { Database } from '../../db/database.ts';
import { inSnapshot } from '../../db/transaction.ts';
import { TAR_END, tarEntry } from '../../foundation/tar.ts';
import { OWNED_TABLES, type OwnedTable, rowsOfClient } from './owned-tables.ts';

/** Takes the next bytes of an export. The next ones come when it resolves. */
export type TakeBytes = (bytes: Buffer) => Promise<unknown>;

/** What was exported: rows by table; tables without any are left out. */
export interface ExportedClient {
  readonly client_id: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** Rows that are read at a time, and bytes of a file. They bound the memory that an export of any size takes. */
const ROWS_READ = 200;
const FILE_BYTES = 4 * 1024 * 1024;

/**
 * Writes all that the service has of a client, but hashes and secrets, as a tar: files of NDJSON, a row a line, as
 * `orders-0001.ndjson`, and `manifest.json`. It is read on one snapshot, so it is of one moment; no request waits for it.
 * Throws AppError not_found.
 */
export function exportClient(
  { pool }: Pick<Database, 'pool'>,
  slug: string,
  take: TakeBytes,
): Promise<ExportedClient> {
  return inSnapshot(pool, async (tx) => {
    const { rows: found } = await tx.query<{ id: number; now: Date }>(
      sql`SELECT id, now() AS now FROM clients WHERE slug = ${slug}`,
    );
    const [client] = found;
    if (client === undefined) throw noClient(slug);
    const rows: Record<string, number> = {};
    // What others refer to first.
    for (const owned of OWNED_TABLES.toReversed()) {
      const count = await exportTable(tx, owned, { client_id: client.id, at: client.now }, take);
      if (count > 0) rows[owned.table] = count;
    }
    const manifest = { format: 1, client: slug, exported_at: client.now.toISOString(), rows };
    await take(tarEntry('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), client.now));
    await take(TAR_END);
    return { client_id: client.id, rows };
  });
}

/** Writes a client's rows of a table as files. Returns how many rows there are. */
async function exportTable(
  tx: pg.PoolClient,
  owned: OwnedTable,
  { client_id, at }: { readonly client_id: number; readonly at: Date },
  take: TakeBytes,
): Promise<number> {
  const { table, secrets = [] } = owned;
  await tx.query(sql`
    DECLARE exported NO SCROLL CURSOR FOR
    SELECT (to_jsonb(t) - ${secrets}::text[])::text AS line FROM ${raw(table)} AS t WHERE ${rowsOfClient(owned, client_id)}`);
  let count = 0;
  let files = 0;
  let lines: string[] = [];
  let length = 0;
  const endFile = async () => {
    files += 1;
    const name = `${table}-${String(files).padStart(4, '0')}.ndjson`;
    await take(tarEntry(name, Buffer.from(`${lines.join('\n')}\n`), at));
    lines = [];
    length = 0;
  };
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`FETCH ${ROWS_READ} FROM exported`);
    for (const { line } of rows) {
      lines.push(line);
      length += line.length;
      if (length >= FILE_BYTES) await endFile();
    }
    count += rows.length;
    if (rows.length < ROWS_READ) break;
  }
  if (lines.length > 0) await endFile();
  await tx.query('CLOSE exported');
  return count;
}
