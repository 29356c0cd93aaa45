import type { SealedPlace } from '../foundation/sealing.ts';
import type { Database } from './database.ts';
import { CANARY_PLACE } from './secrets-key.ts';

/** A column of sealed texts. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL: what `SealedPlace.row` is. It is unique among the rows of a client. */
  readonly row: string;
  /** SQL: the client; null: the rows belong to none. */
  readonly client_id: string | null;
}

/** Every sealed column but the canary's. A new one is added here, so that its texts get a new key too. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret', row: 'url', client_id: 'client_id' },
  { table: 'webhook_endpoints', column: 'previous_secret', row: 'url', client_id: 'client_id' },
  { table: 'users', column: 'second_factor_secret', row: 'id', client_id: null },
  { table: 'sso_connections', column: 'client_secret', row: 'issuer', client_id: 'client_id' },
  { table: 'sessions', column: 'sso_refresh_token', row: "encode(token_hash, 'hex')", client_id: null },
];

const ROWS_A_STEP = 100;

/** What was sealed again, of one column. */
export interface Resealed {
  readonly table: string;
  readonly column: string;
  readonly count: number;
}

/**
 * Seals with the first key what another key has sealed. The service may run meanwhile: a text that changes in between
 * stays as it was changed. The canary is last, so that a process without the new key can start until all is done.
 */
export async function reseal(db: Pick<Database, 'pool' | 'secrets'>): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const sealed of SEALED_COLUMNS) {
    const { table, column } = sealed;
    done.push({ table, column, count: await resealColumn(db, sealed) });
  }
  const { table, column, row } = CANARY_PLACE;
  await resealColumn(db, { table, column, row: String(row), client_id: null });
  return done;
}

async function resealColumn(
  { pool, secrets }: Pick<Database, 'pool' | 'secrets'>,
  { table, column, row, client_id }: SealedColumn,
): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await pool.query<{ sealed: string; row: SealedPlace['row']; client_id: number | null }>(
      `SELECT ${column} AS sealed, ${row} AS row, ${client_id ?? 'NULL::integer'} AS client_id FROM ${table}
       WHERE NOT starts_with(${column}, $1) LIMIT ${ROWS_A_STEP}`,
      [secrets.prefix],
    );
    if (rows.length === 0) return count;
    for (const found of rows) {
      const place = { table, column, row: found.row, client_id: found.client_id };
      const again = secrets.seal(secrets.open(found.sealed, place), place);
      // The old text is unique, because each has its own nonce. A text that changed meanwhile has the new key already.
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${row} = $3
         AND ${client_id ?? 'NULL::integer'} IS NOT DISTINCT FROM $4::integer`,
        [again, found.sealed, found.row, found.client_id],
      );
      count += rowCount ?? 0;
    }
  }
}
