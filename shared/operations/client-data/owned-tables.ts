import sql, { type Sql } from 'sql-template-tag';

/** How the rows of a client are found in a table: by the condition that they meet. */
const OWNERS = {
  itself: (client) => sql`id = ${client}`,
  client: (client) => sql`client_id = ${client}`,
  ledger: (client) => sql`ledger_id IN ${ledgersOf(client)}`,
  run: (client) => sql`run_id IN (SELECT id FROM runs WHERE ledger_id IN ${ledgersOf(client)})`,
  what_if: (client) => sql`what_if_id IN (SELECT id FROM what_ifs WHERE ledger_id IN ${ledgersOf(client)})`,
  lane_table: (client) => sql`lane_table_id IN (SELECT id FROM lane_tables WHERE client_id = ${client})`,
  rate_table: (client) => sql`rate_table_id IN (SELECT id FROM rate_tables WHERE client_id = ${client})`,
  /** Its people, also those who are members of another account. */
  people: (client) => sql`id IN (SELECT user_id FROM memberships WHERE client_id = ${client})`,
} satisfies Readonly<Record<string, (client: number) => Sql>>;

const ledgersOf = (client: number) => sql`(SELECT id FROM ledgers WHERE client_id = ${client})`;

/** A table that has rows of clients. */
export interface OwnedTable {
  readonly table: string;
  readonly owner: keyof typeof OWNERS;
  /** Hashes and secrets, which no export has. */
  readonly secrets?: readonly string[];
  /** Its rows go with those of another table, because no index finds them by their client. */
  readonly goesWith?: 'orders' | 'runs' | 'users';
}

/**
 * Every table that has data of a client, in the order in which erasing empties them. Erasing and exporting both read this
 * list; a test compares it with the tables of a database.
 */
export const OWNED_TABLES: readonly OwnedTable[] = [
  { table: 'webhook_deliveries', owner: 'client' },
  { table: 'webhook_endpoints', owner: 'client', secrets: ['secret', 'previous_secret'] },
  { table: 'what_if_orders', owner: 'ledger' },
  { table: 'what_if_batches', owner: 'what_if' },
  { table: 'what_if_stock', owner: 'what_if' },
  { table: 'what_ifs', owner: 'ledger' },
  { table: 'order_expiries', owner: 'ledger' },
  { table: 'held_places', owner: 'ledger' },
  { table: 'places_taken', owner: 'ledger' },
  { table: 'reserved_units', owner: 'ledger' },
  { table: 'counted_stock', owner: 'ledger' },
  { table: 'stock_entries', owner: 'ledger' },
  { table: 'stock', owner: 'ledger' },
  { table: 'skus', owner: 'ledger' },
  { table: 'ingest_runs', owner: 'ledger' },
  { table: 'idempotency_keys', owner: 'ledger', secrets: ['request_hash'] },
  { table: 'superseded_orders', owner: 'run' },
  { table: 'run_faults', owner: 'run' },
  { table: 'run_stock', owner: 'run' },
  { table: 'run_windows', owner: 'ledger' },
  { table: 'allocation_batches', owner: 'run' },
  { table: 'decisions', owner: 'ledger', goesWith: 'orders' },
  { table: 'orders', owner: 'ledger' },
  { table: 'run_chunks', owner: 'run', goesWith: 'runs' },
  { table: 'runs', owner: 'ledger' },
  { table: 'decision_hours', owner: 'ledger' },
  { table: 'usage', owner: 'client' },
  { table: 'lane_cache', owner: 'client' },
  { table: 'lane_table_lanes', owner: 'lane_table' },
  { table: 'lane_tables', owner: 'client' },
  { table: 'price_lists', owner: 'rate_table' },
  { table: 'rate_tables', owner: 'client' },
  { table: 'activations', owner: 'client' },
  { table: 'audit_entries', owner: 'client', secrets: ['salt', 'digest', 'hash'] },
  { table: 'audit_heads', owner: 'client', secrets: ['hash', 'start_hash'] },
  { table: 'configurations', owner: 'client' },
  { table: 'configuration_parts', owner: 'client' },
  { table: 'warehouses', owner: 'client' },
  { table: 'access_keys', owner: 'client', secrets: ['key_hash', 'previous_hash'] },
  { table: 'links', owner: 'client', secrets: ['token_hash'] },
  { table: 'sso_attempts', owner: 'client', secrets: ['cookie_hash'] },
  { table: 'sso_identities', owner: 'client' },
  { table: 'sso_domains', owner: 'client' },
  { table: 'sso_connections', owner: 'client', secrets: ['client_secret'] },
  { table: 'users', owner: 'people', secrets: ['password_hash', 'second_factor_secret', 'recovery_hashes'] },
  { table: 'memberships', owner: 'client' },
  { table: 'ledgers', owner: 'client' },
  { table: 'clients', owner: 'itself' },
];

/** Every other table, and why it has no data of a client. */
export const OTHER_TABLES: Readonly<Record<string, string>> = {
  plans: 'the same for all clients',
  sessions: 'a person’s, who may be a member of several accounts; they go with the person',
  sign_in_attempts: 'hashes of addresses, which lapse within three weeks',
  workers: 'processes of the service',
  daily_tasks: 'tasks of the service',
  service_minutes: 'counts of the whole service',
  secrets_canary: 'a text of the service',
  database_origin: 'of the service',
};

/** The condition of a client's rows in a table. */
export function rowsOfClient({ owner }: OwnedTable, client_id: number): Sql {
  return OWNERS[owner](client_id);
}
