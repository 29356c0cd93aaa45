import type { Queryable } from '../../db/database.ts';

/** A table of customer data. */
export interface Table {
  readonly columns: ReadonlySet<string>;
  /**
   * Columns with ids of the service (`id`, `ledger_id`, `run_id`, …), not with a client's own IDs, or with names of one
   * client.
   */
  readonly keys: ReadonlySet<string>;
  /** Those keys that prove whose a row is: `ledger_id`, `client_id`, names of one client. */
  readonly owners: ReadonlySet<string>;
}

/** Tables without customer data: plans, workers, tables of libraries. */
const OF_THE_SERVICE = new Set(['plans', 'workers', 'daily_tasks', 'sign_in_attempts', '_prisma_migrations']);

const OWNERS = new Set(['ledger_id', 'client_id']);

/** Columns that name one client or one person: also hashes of secrets, and addresses of people. */
const NAMES = new Set(['slug', 'email', 'key_hash', 'token_hash']);

/** Reads the tables of customer data from the catalog: all but those of the service. */
export async function readCustomerTables(db: Queryable): Promise<ReadonlyMap<string, Table>> {
  const { rows } = await db.query<{ table: string; column: string; type: string }>(`
    SELECT table_name AS table, column_name AS column, data_type AS type
    FROM information_schema.columns WHERE table_schema = 'public'`);
  const tables = new Map<string, Record<keyof Table, Set<string>>>();
  for (const { table, column, type } of rows) {
    if (OF_THE_SERVICE.has(table)) continue;
    const known = tables.get(table) ?? { columns: new Set(), keys: new Set(), owners: new Set() };
    tables.set(table, known);
    known.columns.add(column);
    const isNumber = type === 'integer' || type === 'bigint';
    const isNumbered = isNumber && (column === 'id' || column.endsWith('_id'));
    if (isNumbered || NAMES.has(column)) known.keys.add(column);
    if (OWNERS.has(column) || NAMES.has(column) || isIdOfOwner(table, column)) known.owners.add(column);
  }
  return tables;
}

function isIdOfOwner(table: string, column: string): boolean {
  return column === 'id' && (table === 'ledgers' || table === 'clients');
}
