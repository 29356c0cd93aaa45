/** A statement that reaches rows of a table by an id alone. */
interface ById {
  readonly table: string;
  /** What distinguishes it, on one line, as the server keeps it: values as $1, $2. */
  readonly part: string;
}

/** Where the id of some statements comes from, so that it can only be one of the right client. */
interface Checked {
  readonly reason: string;
  readonly statements: readonly ById[];
}

/**
 * All statements that name rows by an id and not by their ledger or client. A table that has no column for either
 * (`run_chunks`, `run_stock`, …) is only named so, or by a join with a table that has one.
 */
export const BY_ID: readonly Checked[] = [
  {
    reason: 'A job has only the id of its run, from the queue. No caller sends it.',
    statements: [
      { table: 'runs', part: 'as_of, updated_at, finished_at FROM runs WHERE id = $1' },
      {
        table: 'runs',
        part: 'UPDATE runs SET status = $1, failure = $2, idle_ms = idle_ms + floor(extract($3 FROM',
      },
      { table: 'runs', part: 'UPDATE runs SET retry_at = greatest(retry_at, clock_timestamp() +' },
    ],
  },
  {
    reason: 'The run was read or locked before: by its job, or under its ledger.',
    statements: [
      { table: 'runs', part: 'UPDATE runs SET status = CASE WHEN started_at IS NULL THEN' },
      { table: 'run_chunks', part: 'FROM run_chunks WHERE run_id = $1 AND chunk = $2' },
      { table: 'run_chunks', part: 'FROM run_chunks WHERE run_id = $1 AND scored_at IS NULL ORDER BY chunk' },
      { table: 'run_chunks', part: 'DELETE FROM run_chunks WHERE run_id = $1' },
      { table: 'run_chunks', part: 'UPDATE run_chunks SET scored_at = clock_timestamp() WHERE run_id = $1' },
      {
        table: 'run_chunks',
        part: 'FROM run_chunks c -- OFFSET 0 makes the planner scan the index once a chunk.',
      },
      { table: 'allocation_batches', part: 'INSERT INTO allocation_batches (run_id, batch, order_ids)' },
      { table: 'allocation_batches', part: 'WHERE b.run_id = $1 AND b.batch >= $2 AND b.batch < $3' },
      { table: 'allocation_batches', part: 'DELETE FROM allocation_batches WHERE run_id = $1' },
      { table: 'run_stock', part: 'INSERT INTO run_stock (run_id, sku, warehouse_ids, free, reserved)' },
      { table: 'run_stock', part: 'FROM run_stock WHERE run_id = $' },
      { table: 'run_stock', part: 'UPDATE run_stock AS stock SET free' },
      { table: 'run_stock', part: 'DELETE FROM run_stock WHERE run_id = $1' },
      { table: 'superseded_orders', part: 'SELECT id FROM superseded_orders WHERE run_id = $1' },
      { table: 'superseded_orders', part: 'INSERT INTO superseded_orders (run_id, id, superseded_by)' },
    ],
  },
  {
    reason: 'The what-if was read or locked under its ledger before.',
    statements: [
      { table: 'run_chunks', part: 'UPDATE what_if_stock AS stock SET free = ARRAY(' },
      { table: 'what_if_batches', part: 'INSERT INTO what_if_batches (what_if_id, batch' },
      { table: 'what_if_batches', part: 'FROM what_if_batches WHERE what_if_id = $' },
      { table: 'what_if_stock', part: 'INSERT INTO what_if_stock (what_if_id, side' },
      { table: 'what_if_stock', part: 'FROM what_if_stock WHERE what_if_id = $' },
      { table: 'what_if_stock', part: 'UPDATE what_if_stock AS stock SET free' },
    ],
  },
  {
    reason:
      'The ids are of a chunk or a batch of such a run. With the ledger beside a range of ids, the planner may read ' +
      'all orders of the ledger.',
    statements: [
      { table: 'orders', part: 'FROM orders o WHERE o.id >= $1 AND o.id < $2' },
      { table: 'orders', part: 'SELECT DISTINCT destination_zip FROM orders WHERE id >= $1 AND id < $2' },
      { table: 'orders', part: 'FROM orders WHERE id >= c.first_id AND id < c.first_id + c.orders OFFSET' },
      { table: 'orders', part: 'JOIN orders o ON o.id = u.id WHERE b.run_id = $1' },
      {
        table: 'decisions',
        part: 'FROM (SELECT id, status, data, evidence, decided_at FROM decisions WHERE id >= $1 AND id < $2',
      },
    ],
  },
  {
    reason: 'The run is new, or its row was changed under its ledger in the same transaction.',
    statements: [
      { table: 'run_chunks', part: 'INSERT INTO run_chunks (run_id, chunk, first_id, orders)' },
      { table: 'run_faults', part: 'INSERT INTO run_faults (run_id, fault, line, path, message)' },
    ],
  },
  {
    reason:
      'Runs of any client whose receiver has gone. The caretaker finds them; the receiver names its own.',
    statements: [
      { table: 'runs', part: 'SELECT id, status FROM runs WHERE id = ANY($1) AND phase = $2' },
      { table: 'runs', part: 'DELETE FROM runs WHERE id = ANY($1)' },
      { table: 'runs', part: 'UPDATE runs SET status = (CASE status WHEN' },
      { table: 'run_chunks', part: 'DELETE FROM run_chunks WHERE run_id = ANY($1)' },
      { table: 'run_chunks', part: 'DELETE FROM orders o USING run_chunks c WHERE c.run_id = ANY($1)' },
      { table: 'orders', part: 'DELETE FROM orders o USING run_chunks c WHERE c.run_id = ANY($1)' },
    ],
  },
  {
    reason: 'Retention read the ids under their ledger in a statement before.',
    statements: [
      { table: 'orders', part: 'DELETE FROM orders WHERE id = ANY($1)' },
      { table: 'run_chunks', part: 'DELETE FROM run_chunks c USING unnest(' },
    ],
  },
  {
    reason: 'The id is in a row of the client: a key, a run, an activation. The answer says whose it is.',
    statements: [
      {
        table: 'configurations',
        part: 'SELECT client_id, body::text AS body FROM configurations WHERE id = $1',
      },
    ],
  },
  {
    reason: 'The key or token was found by the hash of its secret.',
    statements: [
      { table: 'api_keys', part: 'UPDATE api_keys SET last_used_at' },
      { table: 'account_tokens', part: 'UPDATE account_tokens SET last_used_at' },
    ],
  },
  {
    reason: 'The person was found by an address or by the token of a session.',
    statements: [
      { table: 'sessions', part: 'DELETE FROM "public"."sessions" WHERE "public"."sessions"."user_id" = $1' },
    ],
  },
  {
    reason: 'Prisma Client follows a relation from a row that it has just read.',
    statements: [
      { table: 'users', part: 'FROM "public"."users" WHERE "public"."users"."id" IN (' },
      {
        table: 'audit_entries',
        part: 'FROM "public"."audit_entries" WHERE "public"."audit_entries"."id" IN (',
      },
    ],
  },
  {
    reason: 'The table of lanes or prices was made for the client by the statement before.',
    statements: [
      { table: 'lane_table_lanes', part: 'INSERT INTO lane_table_lanes (lane_table_id' },
      { table: 'price_lists', part: 'INSERT INTO price_lists (rate_table_id' },
    ],
  },
];
