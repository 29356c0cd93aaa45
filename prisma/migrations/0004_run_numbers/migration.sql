-- Each ledger numbers its runs, from the last number of its client on: test and live orders wait for no common row.
ALTER TABLE ledgers ADD COLUMN last_run_number BIGINT NOT NULL DEFAULT 0;
UPDATE ledgers l SET last_run_number = c.last_run_number FROM clients c WHERE c.id = l.client_id;
ALTER TABLE clients DROP COLUMN last_run_number;

CREATE UNIQUE INDEX runs_ledger_id_client_run_number_key ON runs (ledger_id, client_run_number);
DROP INDEX runs_client_id_client_run_number_key;
