-- A single order is a run, and PostgreSQL checked three keys and locked three rows for each. As orders and decisions, runs
-- belong to a client, a ledger and a configuration that nothing deletes.
ALTER TABLE "runs"
  DROP CONSTRAINT "runs_client_id_fkey",
  DROP CONSTRAINT "runs_ledger_id_fkey",
  DROP CONSTRAINT "runs_configuration_id_fkey";
