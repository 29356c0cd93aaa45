-- Who asked for what became of an order: {"kind": "user", "name": "ada@acme.example"}. Null: from before it was recorded.

ALTER TABLE runs ADD COLUMN requested_by JSONB;
-- What was done to an order after its decision: [{"event": "released", "at": …, "by": …}, …]
ALTER TABLE decisions ADD COLUMN events JSONB;
ALTER TABLE bulk_actions ADD COLUMN requested_kind actor_kind;
