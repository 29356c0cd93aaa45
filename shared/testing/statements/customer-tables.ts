import type { Queryable } from '../../db/database.ts';

/** A table and its columns that hold numbers of rows: its own, and those of the rows it belongs to. */
export interface Table {
  readonly columns: ReadonlySet<string>;
  /** `id`, `ledger_id`, `run_id` …: whole numbers, not what a client calls its things; and names of one client. */
  readonly keys: ReadonlySet<string>;
  /** Those keys that prove whose a row is: `ledger_id`, `client_id`, names of one client. */
  readonly owners: ReadonlySet<string>;
}

/** Whose rows belong to nobody: plans of the service, its workers, what a library keeps. */
const OF_THE_SERVICE = new Set(['plans', 'workers', 'daily_tasks', 'sign_in_attempts', '_prisma_migrations']);

const OWNERS = new Set(['ledger_id', 'client_id']);

/** What names one client, or proves who asks: a secret's hash, the address that a person signs in with. */
const NAMES = new Set(['slug', 'email', 'key_hash', 'token_hash']);

/** Reads from the catalog which tables hold customer data: all that are not the service's own. */
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
