-- What is reserved of a pair is found by the moment of its decision: a count reads what is later than it, and the history of a
-- pair one page, however many orders hold units of it.
ALTER TABLE reserved_units DROP CONSTRAINT reserved_units_pkey;
ALTER TABLE reserved_units ADD COLUMN decided_at TIMESTAMPTZ(3);
UPDATE reserved_units u SET decided_at = date_trunc('milliseconds', d.decided_at) FROM decisions d WHERE d.id = u.decision_id;
DELETE FROM reserved_units WHERE decided_at IS NULL;
ALTER TABLE reserved_units ALTER COLUMN decided_at SET NOT NULL;
ALTER TABLE reserved_units ADD PRIMARY KEY (ledger_id, sku, warehouse_id, decided_at, decision_id);
