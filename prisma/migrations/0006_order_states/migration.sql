-- A what-if over yesterday answers what shadow settings did.

DELETE FROM what_ifs WHERE is_shadow;
ALTER TABLE what_ifs DROP COLUMN is_shadow;
DROP TABLE shadow_hours;
DROP TABLE shadow_positions;
ALTER TABLE configurations DROP COLUMN shadow;

-- A bulk reroute is a run over stored orders, a bulk release is done at once, an export is a report.
DROP TABLE bulk_action_orders;
DROP TABLE bulk_actions;
DROP TYPE bulk_action_kind;
DROP TYPE bulk_action_status;

-- A change of stock within a minute of a run over the orders that wait for stock is served at its end.
ALTER TABLE ledgers ADD COLUMN reroute_at TIMESTAMPTZ(3);
CREATE INDEX ledgers_reroute_at_idx ON ledgers (reroute_at) WHERE reroute_at IS NOT NULL;

-- What had left of the orders of a what-if when it began.
ALTER TABLE what_if_batches ADD COLUMN shipped JSON;
