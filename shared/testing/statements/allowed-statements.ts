/** A statement that may read or change rows of any client, with the reason. */
interface Allowed {
  /** A part of its text, on one line, as the server saves it: values are $1, $2. */
  readonly part: string;
  readonly reason: string;
}

/** The exceptions to the rule that a statement on customer data names a ledger, a client, or ids that were read so. */
export const ALLOWED: readonly Allowed[] = [
  {
    part: 'count(*)::int AS runs FROM runs WHERE phase <>',
    reason: 'Counts for operators: metrics and the service page. No row of a client is shown.',
  },
  {
    part: 'JOIN clients c ON c.id = r.client_id WHERE r.phase <> $2 AND r.status = $3',
    reason: 'The service page of operators lists the failed runs of all clients.',
  },
  {
    part: 'WHERE phase IN ($1 /*, ... */) AND status IN ($2 /*, ... */) AND retry_at IS NOT NULL',
    reason: 'The service page of operators lists the failing runs of all clients.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE $3=$4 ORDER BY "public"."audit_entries"."id" DESC',
    reason: 'Operators read the audit log of the whole service.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE "public"."audit_entries"."client_id" IS NULL ORDER BY',
    reason: 'Operators read the audit log of the whole service, what is of no client.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE (NOT "public"."audit_entries"."action" = $1)',
    reason: 'Operators read the audit log of the whole service, without looks at clients.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE ((NOT "public"."audit_entries"."action" = $1)',
    reason: 'Operators read the audit log of the whole service, without looks at clients, filtered.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE ("public"."audit_entries"."action" = $1',
    reason: 'Operators read the audit log of the whole service by action.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE (("public"."audit_entries"."action" = $1',
    reason: 'Operators read the audit log of the whole service by action, from a place on.',
  },
  {
    part: 'FROM "public"."audit_entries" WHERE ("public"."audit_entries"."actor" = $1',
    reason: 'Operators read the audit log of the whole service by actor.',
  },
  {
    part: 'FROM "public"."clients" WHERE $3=$4 ORDER BY "public"."clients"."slug"',
    reason: 'Operators list all clients.',
  },
  {
    part: 'FROM "public"."clients" WHERE ("public"."clients"."slug" ILIKE',
    reason: 'Operators search all clients by a part of the name.',
  },
  {
    part: 'FROM "public"."clients" WHERE "public"."clients"."slug" > $1',
    reason: 'Operators list all clients, from a place on.',
  },
  {
    part: 'FROM "public"."clients" WHERE ("public"."clients"."slug" > $1',
    reason: 'Operators search all clients by a part of the name, from a place on.',
  },
  {
    part: 'SELECT * FROM lane_cache WHERE provider = $1',
    reason: 'The name of the provider says whose lanes they are: of everybody, or of one client’s carrier.',
  },
  {
    part: 'SELECT id FROM runs WHERE phase = $1 ORDER BY id',
    reason: 'The caretaker looks for runs of any client that are no longer received.',
  },
  {
    part: 'SELECT id FROM runs WHERE phase IN (',
    reason: 'The caretaker looks for runs of any client that nobody works on.',
  },
  {
    part: 'FROM ledgers l JOIN bulk_actions b ON b.ledger_id = l.id',
    reason: 'The caretaker looks for bulk actions of any client that nobody works on.',
  },
  {
    part: 'SELECT EXISTS (SELECT FROM runs WHERE phase IN',
    reason: 'Whether any run makes progress: what-ifs of any client give way to them.',
  },
  {
    part: 'FROM ledgers l JOIN what_ifs w ON w.ledger_id = l.id',
    reason: 'The caretaker looks for what-ifs of any client that nobody works on.',
  },
  {
    part: 'FROM client_settings s JOIN ledgers l ON l.client_id = s.client_id',
    reason: 'The caretaker looks for runs of any client that are to be compared under shadow settings.',
  },
  {
    part: 'FROM clients c JOIN webhook_endpoints e ON e.client_id = c.id WHERE EXISTS',
    reason: 'The caretaker looks for endpoints of any client that something is due to.',
  },
  {
    part: 'count(scored_at)::int AS scored FROM run_chunks WHERE run_id = $1',
    reason: 'Runs of all ledgers are scored in rounds: a run takes its place among the others.',
  },
  {
    part: 'WHERE ctid = ANY (ARRAY( SELECT ctid FROM',
    reason:
      'What is old goes in small steps, of one ledger or of all. The statement itself reads the places.',
  },
  {
    part: 'DELETE FROM stock WHERE ctid = ANY',
    reason: 'The places are of rows that the same statement reads by their ledger.',
  },
  {
    part: 'DELETE FROM skus WHERE ctid = ANY',
    reason: 'The places are of rows that the same statement reads by their ledger.',
  },
  {
    part: 'SELECT count(*) AS n FROM',
    reason: 'An operator asks how much is old, of all clients.',
  },
  {
    part: 'SELECT id FROM ledgers WHERE EXISTS (SELECT FROM runs',
    reason: 'Retention looks for ledgers with old runs.',
  },
  {
    part: 'SELECT id FROM ledgers l WHERE EXISTS (SELECT FROM stock',
    reason: 'Housekeeping looks for ledgers with stock of an earlier version.',
  },
  {
    part: 'FROM "public"."users" LEFT JOIN "public"."clients" AS "orderby_1"',
    reason: 'Operators list the people of all clients.',
  },
  {
    part: 'CAST($1::text AS "public"."user_role") AND "public"."users"."client_id" IS NULL)',
    reason: 'Operators belong to no client.',
  },
  { part: 'CREATE VIEW ', reason: 'A migration.' },
  { part: 'SELECT * FROM ledgers FOR UPDATE', reason: 'A test locks the ledgers of its own database.' },
  {
    part: 'checked AS MATERIALIZED (',
    reason: 'An operator checks on the command line that the data of all clients adds up.',
  },
  {
    part: 'HAVING bool_or(units <> reserved) AND bool_and(units <= quantity)',
    reason:
      'An operator mends reserved units. The rows are of the ledger that a part of the statement names.',
  },
  {
    part: 'r.none_count) IS DISTINCT FROM',
    reason:
      'An operator mends counts of runs, of the ledger or of the runs that a part of the statement names.',
  },
];
