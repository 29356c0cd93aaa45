-- The database that schema.prisma describes, by area, with what that cannot express: checks, fill factors, partial indexes,
-- functions, triggers and views. What each table and column is for stands there.

-- ---------------------------------------------------------------- accounts

CREATE TYPE plan_period AS ENUM ('total', 'month');
CREATE TABLE plans (
  code TEXT PRIMARY KEY,
  routed_orders_limit INTEGER,
  routed_orders_period plan_period NOT NULL,
  inventory_rows_limit INTEGER
);

INSERT INTO plans VALUES
  ('trial', 15, 'total', 50000),
  ('starter', 10000, 'month', 150000),
  ('pro', 100000, 'month', 500000),
  ('enterprise', NULL, 'month', NULL);

CREATE TYPE contract_variant AS ENUM ('A', 'B');
CREATE TYPE subscription_status AS ENUM ('trialing', 'active', 'past_due', 'paused', 'cancelled');
CREATE TABLE clients (
  id SERIAL PRIMARY KEY,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  contract_variant contract_variant NOT NULL DEFAULT 'A',
  plan_code TEXT NOT NULL DEFAULT 'trial' REFERENCES plans ON DELETE RESTRICT ON UPDATE CASCADE,
  subscription_status subscription_status NOT NULL DEFAULT 'trialing',
  active BOOLEAN NOT NULL DEFAULT true,
  routed_orders_limit INTEGER,
  inventory_rows_limit INTEGER,
  configuration_id INTEGER,
  last_run_number BIGINT NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  webhook_events TEXT[] NOT NULL DEFAULT '{}',
  -- Who of its people has no second factor can only set one up
  require_second_factor BOOLEAN NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX clients_slug_key ON clients (slug);

CREATE TYPE user_role AS ENUM ('owner', 'member', 'viewer');
CREATE TABLE users (
  id SERIAL PRIMARY KEY,
  email TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  -- Works for the whole service, and is a member of no account
  is_operator BOOLEAN NOT NULL DEFAULT false,
  -- The seed, sealed; it counts from second_factor_at on
  second_factor_secret TEXT,
  second_factor_at TIMESTAMPTZ(3),
  -- The time step of the last code that was used: no code works twice
  second_factor_step INTEGER NOT NULL DEFAULT 0,
  -- SHA-256 of the recovery codes that are left
  recovery_hashes BYTEA[] NOT NULL DEFAULT '{}',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX users_email_key ON users (email);

CREATE TABLE memberships (
  id SERIAL PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  role user_role NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX memberships_user_id_client_id_key ON memberships (user_id, client_id);
CREATE INDEX memberships_client_id_idx ON memberships (client_id);

-- Of a link's token there is only the SHA-256.
CREATE TABLE invitations (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  email TEXT NOT NULL,
  role user_role NOT NULL,
  token_hash BYTEA NOT NULL,
  created_by TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations (token_hash);
CREATE UNIQUE INDEX invitations_client_id_email_key ON invitations (client_id, email);

CREATE TABLE password_resets (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  token_hash BYTEA NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets (token_hash);

CREATE TABLE sso_connections (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  issuer TEXT NOT NULL,
  oidc_client_id TEXT NOT NULL,
  client_secret TEXT NOT NULL,
  role_claim TEXT,
  roles JSONB,
  required BOOLEAN NOT NULL DEFAULT false,
  break_glass_user TEXT NOT NULL,
  last_test JSONB,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX sso_connections_client_id_key ON sso_connections (client_id);

CREATE TABLE sso_domains (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  domain TEXT NOT NULL,
  token TEXT NOT NULL,
  proved_at TIMESTAMPTZ(3),
  proved_by TEXT,
  checked_at TIMESTAMPTZ(3),
  PRIMARY KEY (client_id, domain)
);
-- Whoever claims a domain without proving it is in nobody's way.
CREATE UNIQUE INDEX sso_domains_proved_key ON sso_domains (domain) WHERE proved_at IS NOT NULL;

CREATE TABLE sso_identities (
  id SERIAL PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  issuer TEXT NOT NULL,
  sub TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (user_id, client_id) REFERENCES memberships (user_id, client_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX sso_identities_user_id_client_id_key ON sso_identities (user_id, client_id);
CREATE UNIQUE INDEX sso_identities_client_id_issuer_sub_key ON sso_identities (client_id, issuer, sub);

CREATE TABLE sso_attempts (
  -- Of the secret in the browser's cookie, of which state, nonce and verifier are made
  cookie_hash BYTEA PRIMARY KEY,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  purpose TEXT NOT NULL,
  session_id INTEGER,
  return_to TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX sso_attempts_client_id_idx ON sso_attempts (client_id);
CREATE INDEX sso_attempts_expires_at_idx ON sso_attempts (expires_at);

-- Signed-in people: every API process knows them, and a restart forgets none.
CREATE TABLE sessions (
  -- SHA-256 of the token in the cookie; the token itself is never stored
  token_hash BYTEA PRIMARY KEY,
  id SERIAL NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  browser TEXT,
  address TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  sso_identity_id INTEGER REFERENCES sso_identities ON DELETE CASCADE ON UPDATE CASCADE,
  sso_sid TEXT,
  sso_refresh_token TEXT,
  sso_checked_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
CREATE INDEX sessions_sso_identity_id_idx ON sessions (sso_identity_id);

-- In the form that the library rate-limiter-flexible writes; used where there is no Redis.
CREATE TABLE sign_in_attempts (
  key VARCHAR(255) PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire BIGINT
);

CREATE TYPE environment AS ENUM ('test', 'live');
CREATE TABLE api_keys (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  name TEXT NOT NULL,
  environment environment NOT NULL,
  created_by TEXT,
  key_prefix TEXT NOT NULL,
  key_hash BYTEA NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at TIMESTAMPTZ(3),
  last_used_at TIMESTAMPTZ(3),
  last_used_from TEXT,
  scopes JSONB,
  expires_at TIMESTAMPTZ(3),
  allowed_addresses JSONB,
  rolled_at TIMESTAMPTZ(3),
  previous_hash BYTEA,
  previous_until TIMESTAMPTZ(3),
  expiry_notice INTEGER
);
CREATE UNIQUE INDEX api_keys_key_hash_key ON api_keys (key_hash);
CREATE UNIQUE INDEX api_keys_previous_hash_key ON api_keys (previous_hash);
CREATE INDEX api_keys_client_id_idx ON api_keys (client_id);

CREATE TABLE account_tokens (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  name TEXT NOT NULL,
  role user_role NOT NULL,
  created_by TEXT,
  token_prefix TEXT NOT NULL,
  token_hash BYTEA NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at TIMESTAMPTZ(3),
  last_used_from TEXT,
  revoked_at TIMESTAMPTZ(3),
  expires_at TIMESTAMPTZ(3),
  allowed_addresses JSONB,
  rolled_at TIMESTAMPTZ(3),
  previous_hash BYTEA,
  previous_until TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX account_tokens_token_hash_key ON account_tokens (token_hash);
CREATE UNIQUE INDEX account_tokens_previous_hash_key ON account_tokens (previous_hash);
CREATE INDEX account_tokens_client_id_idx ON account_tokens (client_id);

CREATE TYPE actor_kind AS ENUM ('user', 'operator', 'token', 'api_key', 'command_line', 'service');
CREATE TABLE audit_entries (
  id BIGSERIAL PRIMARY KEY,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  actor_kind actor_kind NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  changes JSONB NOT NULL,
  number BIGINT,
  address TEXT,
  session_id INTEGER,
  person_id INTEGER,
  salt BYTEA,
  digest BYTEA,
  hash BYTEA
);
CREATE INDEX audit_entries_client_id_id_idx ON audit_entries (client_id, id);
CREATE UNIQUE INDEX audit_entries_client_id_number_key ON audit_entries (client_id, number);

CREATE TABLE audit_heads (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  number BIGINT NOT NULL,
  hash BYTEA NOT NULL,
  start_number BIGINT NOT NULL,
  start_hash BYTEA NOT NULL,
  signed_off_at TIMESTAMPTZ(3)
);

-- The texts of an entry, salted: without the salt, nobody can find out by trying whose name was erased.
CREATE FUNCTION audit_digest(entry audit_entries) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(entry.salt || convert_to(
    jsonb_build_array(entry.actor, entry.subject, entry.changes, entry.address)::text, 'UTF8'))
$$;

CREATE FUNCTION audit_hash(previous BYTEA, entry audit_entries) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT sha256(previous || convert_to(jsonb_build_array(
    entry.client_id, entry.number, entry.id, floor(extract(epoch FROM entry.at) * 1000)::bigint, entry.actor_kind,
    entry.person_id, entry.session_id, entry.action, encode(entry.digest, 'hex'))::text, 'UTF8'))
$$;

-- Whoever writes an entry of a client has the lock on its head until the transaction ends, so it is taken last.
CREATE FUNCTION chain_audit_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  previous BYTEA;
BEGIN
  INSERT INTO audit_heads AS h (client_id, number, hash, start_number, start_hash)
  VALUES (NEW.client_id, 1, '', 0, '')
  ON CONFLICT (client_id) DO UPDATE SET number = h.number + 1
  RETURNING h.number, h.hash INTO NEW.number, previous;
  NEW.salt := uuid_send(gen_random_uuid());
  NEW.digest := audit_digest(NEW);
  NEW.hash := audit_hash(previous, NEW);
  UPDATE audit_heads SET hash = NEW.hash WHERE client_id = NEW.client_id;
  RETURN NEW;
END $$;

CREATE TRIGGER audit_entries_chain BEFORE INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.client_id IS NOT NULL) EXECUTE FUNCTION chain_audit_entry();

CREATE TABLE usage (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  day DATE NOT NULL,
  routed_orders INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, day),
  CONSTRAINT usage_not_negative CHECK (routed_orders >= 0)
);

-- ---------------------------------------------------------------- what clients configure

CREATE TABLE warehouses (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id TEXT NOT NULL,
  enabled BOOLEAN NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX warehouses_client_id_warehouse_id_key ON warehouses (client_id, warehouse_id);

CREATE TABLE lane_tables (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  digest TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX lane_tables_client_id_digest_key ON lane_tables (client_id, digest);

CREATE TABLE lane_table_lanes (
  lane_table_id INTEGER NOT NULL REFERENCES lane_tables ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id TEXT NOT NULL,
  destination_prefix TEXT NOT NULL,
  transit_days SMALLINT NOT NULL,
  zone TEXT,
  PRIMARY KEY (lane_table_id, warehouse_id, destination_prefix)
);

CREATE TABLE rate_tables (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  digest TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX rate_tables_client_id_digest_key ON rate_tables (client_id, digest);

CREATE TABLE price_lists (
  rate_table_id INTEGER NOT NULL REFERENCES rate_tables ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id TEXT NOT NULL,
  zone TEXT NOT NULL,
  max_weights BIGINT[],
  prices BIGINT[],
  PRIMARY KEY (rate_table_id, warehouse_id, zone)
);

CREATE TABLE configuration_parts (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  digest TEXT NOT NULL,
  body JSON NOT NULL,
  skus TEXT[],
  used_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (client_id, digest)
);

CREATE TABLE configurations (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  digest TEXT NOT NULL,
  settings TEXT NOT NULL,
  warehouses TEXT[],
  profiles TEXT[],
  item_controls TEXT[],
  warehouse_db_ids INTEGER[],
  shadow JSONB,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  is_draft BOOLEAN NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX configurations_client_id_digest_key ON configurations (client_id, digest);
-- Workers look for these every few seconds.
CREATE INDEX configurations_with_shadow_idx ON configurations (id) WHERE shadow IS NOT NULL;
ALTER TABLE clients ADD FOREIGN KEY (configuration_id) REFERENCES configurations ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE activations (
  id BIGSERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  configuration_id INTEGER NOT NULL REFERENCES configurations ON DELETE CASCADE ON UPDATE CASCADE,
  activated_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  audit_id BIGINT REFERENCES audit_entries ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX activations_client_id_id_idx ON activations (client_id, id);
-- Each audit entry that is removed is looked for here, because of the foreign key.
CREATE INDEX activations_audit_id_idx ON activations (audit_id);

CREATE TABLE lane_cache (
  provider TEXT NOT NULL,
  origin_zip TEXT NOT NULL,
  destination_zip TEXT NOT NULL,
  transit_days SMALLINT,
  distance_miles REAL,
  source TEXT NOT NULL,
  resolved_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY (provider, origin_zip, destination_zip)
);
CREATE INDEX lane_cache_client_id_idx ON lane_cache (client_id);

-- ---------------------------------------------------------------- stock

CREATE TABLE ledgers (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  environment environment NOT NULL,
  stock_epoch BIGINT NOT NULL DEFAULT 0,
  stock_version INTEGER NOT NULL DEFAULT 0,
  complete_since TIMESTAMPTZ(3),
  holds_places BOOLEAN NOT NULL DEFAULT false,
  is_tracked BOOLEAN NOT NULL DEFAULT false,
  latest_count TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX ledgers_client_id_environment_key ON ledgers (client_id, environment);

CREATE TABLE ingest_runs (
  id BIGSERIAL PRIMARY KEY,
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  source_name TEXT,
  rows_received INTEGER NOT NULL,
  rows_inserted INTEGER NOT NULL,
  rows_updated INTEGER NOT NULL,
  rows_unchanged INTEGER NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX ingest_runs_ledger_id_id_idx ON ingest_runs (ledger_id, id);

CREATE TABLE skus (
  ledger_id INTEGER NOT NULL,
  sku TEXT NOT NULL,
  unit_value DECIMAL(19,4),
  sku_description TEXT,
  version INTEGER NOT NULL,
  unit_weight DECIMAL(19,4),
  PRIMARY KEY (ledger_id, version, sku)
);

-- A row a SKU, with its warehouses side by side, takes a third of the time of a row a SKU and warehouse. `free` and
-- `reserved`, and not their sum, so that the database itself sees that neither falls below zero.
CREATE TABLE stock (
  ledger_id INTEGER NOT NULL,
  sku TEXT NOT NULL,
  warehouse_ids INTEGER[],
  free INTEGER[],
  reserved INTEGER[],
  reserved_epoch BIGINT NOT NULL DEFAULT 0,
  ingest_run_ids BIGINT[],
  version INTEGER NOT NULL,
  counts JSON,
  PRIMARY KEY (ledger_id, version, sku),
  -- A count or a change may leave less than is reserved, and only a tracked ledger has these
  CONSTRAINT stock_never_oversold CHECK ((counts IS NOT NULL OR 0 <= ALL (free)) AND 0 <= ALL (reserved)),
  CONSTRAINT stock_side_by_side CHECK (
    cardinality(free) = cardinality(warehouse_ids)
    AND cardinality(reserved) = cardinality(warehouse_ids)
    AND cardinality(ingest_run_ids) = cardinality(warehouse_ids)
    AND (counts IS NULL OR json_array_length(counts) = cardinality(warehouse_ids))
  )
) WITH (fillfactor = 50); -- every batch writes new versions: they find room beside the old ones

-- Rows of stock have no foreign keys: these cost more than the rows themselves. A sync writes for the ledger that it has
-- locked and for warehouses of its client; whoever deletes a ledger or a warehouse deletes its stock.
CREATE FUNCTION delete_stock_of_ledger() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "stock" WHERE "ledger_id" = OLD."id";
  DELETE FROM "skus" WHERE "ledger_id" = OLD."id";
  RETURN NULL;
END $$;

CREATE TRIGGER ledgers_delete_stock AFTER DELETE ON ledgers
  FOR EACH ROW EXECUTE FUNCTION delete_stock_of_ledger();

CREATE FUNCTION delete_stock_of_warehouse() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  -- By ledger, whose rows the primary key finds. Where the client goes too, its ledgers may have gone first.
  UPDATE "stock" s SET ("warehouse_ids", "free", "reserved", "ingest_run_ids", "counts") = (
    SELECT coalesce(array_agg(u."warehouse_id"), '{}'), coalesce(array_agg(u."free"), '{}'),
           coalesce(array_agg(u."reserved"), '{}'), coalesce(array_agg(u."ingest_run_id"), '{}'),
           CASE WHEN s."counts" IS NOT NULL THEN coalesce(json_agg(s."counts" -> (u."place" - 1)::int ORDER BY u."place"), '[]') END
    FROM unnest(s."warehouse_ids", s."free", s."reserved", s."ingest_run_ids")
      WITH ORDINALITY AS u ("warehouse_id", "free", "reserved", "ingest_run_id", "place")
    WHERE u."warehouse_id" <> OLD."id"
  )
  FROM "ledgers" l
  WHERE l."client_id" = OLD."client_id" AND s."ledger_id" = l."id" AND OLD."id" = ANY (s."warehouse_ids");
  RETURN NULL;
END $$;

CREATE TRIGGER warehouses_delete_stock AFTER DELETE ON warehouses
  FOR EACH ROW EXECUTE FUNCTION delete_stock_of_warehouse();

-- Current stock, a row for each SKU and warehouse.
CREATE VIEW inventory AS
SELECT s.ledger_id, s.version, s.sku, u.warehouse_id, u.free + u.reserved AS quantity, u.reserved,
       s.reserved_epoch, u.ingest_run_id
FROM stock s
JOIN ledgers l ON l.id = s.ledger_id AND l.stock_version = s.version
CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved, s.ingest_run_ids)
  AS u (warehouse_id, free, reserved, ingest_run_id);

CREATE TABLE stock_warehouses (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses ON DELETE CASCADE ON UPDATE CASCADE,
  rows INTEGER NOT NULL,
  reported_by BIGINT,
  PRIMARY KEY (ledger_id, warehouse_id)
);

CREATE TABLE stock_feeds (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses ON DELETE CASCADE ON UPDATE CASCADE,
  feed TEXT NOT NULL,
  first_sku TEXT NOT NULL,
  last_sku TEXT NOT NULL,
  skus TEXT[] NOT NULL,
  reported_by BIGINT[] NOT NULL,
  PRIMARY KEY (ledger_id, warehouse_id, feed, first_sku)
);

CREATE TABLE cleared_stock (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id INTEGER NOT NULL REFERENCES warehouses ON DELETE CASCADE ON UPDATE CASCADE,
  stock_epoch BIGINT NOT NULL,
  cleared_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (ledger_id, warehouse_id)
);

-- What happened to pairs (a SKU at a warehouse) of tracked ledgers, and what syncs counted, for STOCK_LOG_DAYS.
CREATE TYPE stock_entry_kind AS ENUM ('change', 'shipment');
CREATE TABLE stock_entries (
  id BIGSERIAL PRIMARY KEY,
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  sku TEXT NOT NULL,
  warehouse_id INTEGER NOT NULL,
  kind stock_entry_kind NOT NULL,
  quantity INTEGER NOT NULL,
  happened_at TIMESTAMPTZ(3) NOT NULL,
  left_at TIMESTAMPTZ(3) NOT NULL,
  recorded_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  decision_id BIGINT,
  note TEXT
);
CREATE INDEX stock_entries_ledger_id_sku_warehouse_id_id_idx ON stock_entries (ledger_id, sku, warehouse_id, id);
CREATE INDEX stock_entries_recorded_at_idx ON stock_entries (recorded_at);

-- The counts of many pairs are one row, which costs a sync a fraction of a row for each pair. The ids are of the sequence of entries.
CREATE TABLE counted_stock (
  id BIGINT PRIMARY KEY,
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id INTEGER NOT NULL,
  counted_at TIMESTAMPTZ(3) NOT NULL,
  recorded_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  source_name TEXT,
  first_sku TEXT NOT NULL,
  last_sku TEXT NOT NULL,
  skus TEXT[] NOT NULL,
  quantities INTEGER[] NOT NULL
);
CREATE INDEX counted_stock_ledger_id_warehouse_id_counted_at_id_idx ON counted_stock (ledger_id, warehouse_id, counted_at, id);

-- By pair, what orders of tracked ledgers reserved and has not shipped, so that a count finds it. A row counts while its
-- decision's reservation is of the ledger's epoch.
CREATE TABLE reserved_units (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  sku TEXT NOT NULL,
  warehouse_id INTEGER NOT NULL,
  decision_id BIGINT NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (ledger_id, sku, warehouse_id, decision_id),
  CONSTRAINT reserved_units_not_negative CHECK (quantity >= 0)
);

-- The warehouses at which the reservation of a decision has ended; null: nowhere. In an earlier epoch it has ended
-- everywhere.
CREATE FUNCTION reservation_ended_at(ledger INTEGER, epoch BIGINT, decided TIMESTAMPTZ) RETURNS INTEGER[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(warehouse_id) FROM cleared_stock
  WHERE ledger_id = ledger AND stock_epoch = epoch AND cleared_at > decided
$$;

-- ---------------------------------------------------------------- runs, orders, decisions

-- A single order is a run with one chunk. So runs, chunks, orders and decisions have no foreign keys: PostgreSQL would
-- look up and lock each row that they name.

CREATE TYPE run_kind AS ENUM ('sync', 'managed');
CREATE TYPE run_status AS ENUM ('queued', 'running', 'cancelling', 'cancelled', 'completed', 'failed');
CREATE TYPE run_phase AS ENUM ('receiving', 'scoring', 'allocating', 'done');
CREATE TABLE runs (
  id BIGSERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL,
  ledger_id INTEGER NOT NULL,
  client_run_number BIGINT NOT NULL,
  kind run_kind NOT NULL,
  status run_status NOT NULL,
  configuration_id INTEGER NOT NULL,
  orders_total INTEGER NOT NULL,
  orders_routed INTEGER NOT NULL DEFAULT 0,
  full_count INTEGER NOT NULL DEFAULT 0,
  split_count INTEGER NOT NULL DEFAULT 0,
  partial_count INTEGER NOT NULL DEFAULT 0,
  partial_split_count INTEGER NOT NULL DEFAULT 0,
  none_count INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at TIMESTAMPTZ(3),
  phase run_phase NOT NULL DEFAULT 'done',
  orders_scored INTEGER NOT NULL DEFAULT 0,
  next_batch INTEGER NOT NULL DEFAULT 0,
  fault_count INTEGER NOT NULL DEFAULT 0,
  usage_day DATE,
  failure TEXT,
  accepted_at TIMESTAMPTZ(3),
  started_at TIMESTAMPTZ(3),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  scoring_round INTEGER,
  by_warehouse JSONB,
  warnings JSONB,
  selection JSONB,
  as_of TIMESTAMPTZ(3),
  request_number BIGINT,
  orders_superseded INTEGER NOT NULL DEFAULT 0,
  orders_unchanged INTEGER NOT NULL DEFAULT 0,
  idle_ms BIGINT NOT NULL DEFAULT 0,
  retry_at TIMESTAMPTZ(3),
  retry_error TEXT,
  receiving_until TIMESTAMPTZ(3),
  -- No order is decided twice, none that was not received
  CONSTRAINT runs_progress_within_total CHECK (
    orders_routed + orders_superseded + orders_unchanged <= orders_total AND orders_scored <= orders_total
    AND full_count + split_count + partial_count + partial_split_count + none_count = orders_routed
  )
);
CREATE INDEX runs_ledger_id_id_idx ON runs (ledger_id, id);
-- The runs that still have work, in the order in which they were accepted.
CREATE INDEX runs_unfinished_idx ON runs (ledger_id, id) WHERE phase <> 'done';
CREATE UNIQUE INDEX runs_client_id_client_run_number_key ON runs (client_id, client_run_number);
-- Managed runs are few among millions of synchronous ones, and people look for them.
CREATE INDEX runs_managed_idx ON runs (ledger_id, id) WHERE kind = 'managed';

CREATE TABLE run_chunks (
  run_id BIGINT NOT NULL,
  chunk INTEGER NOT NULL,
  first_id BIGINT NOT NULL,
  orders INTEGER NOT NULL,
  scored_at TIMESTAMPTZ(3),
  PRIMARY KEY (run_id, chunk)
);

CREATE TABLE orders (
  id BIGINT PRIMARY KEY,
  ledger_id INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  destination_zip TEXT NOT NULL,
  is_vip BOOLEAN NOT NULL DEFAULT false,
  priority_level INTEGER,
  order_created_at TIMESTAMPTZ(6),
  partner_id TEXT,
  carrier TEXT,
  ship_method TEXT,
  lines JSON NOT NULL,
  raw_order_data JSON,
  deliver_by DATE,
  reroutes BIGINT,
  sent_by BIGINT,
  sent_at TIMESTAMPTZ(3),
  rerouted_by BIGINT,
  hold_minutes SMALLINT
);
CREATE INDEX orders_ledger_id_order_id_id_idx ON orders (ledger_id, order_id, id);

CREATE TYPE order_status AS ENUM ('FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE');
CREATE TYPE order_state AS ENUM ('current', 'replaced', 'released', 'left', 'shipped', 'expired');
CREATE TABLE decisions (
  id BIGINT PRIMARY KEY,
  run_id BIGINT NOT NULL,
  ledger_id INTEGER NOT NULL,
  status order_status NOT NULL,
  reservation_epoch BIGINT,
  data JSON NOT NULL,
  decided_at TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  evidence JSON,
  state order_state NOT NULL DEFAULT 'current',
  state_since TIMESTAMPTZ(3),
  -- What searches ask for, of what "data" has.
  unroutable TEXT,
  unfulfilled TEXT[],
  warned BOOLEAN NOT NULL DEFAULT false,
  incomplete BOOLEAN NOT NULL DEFAULT false,
  late BOOLEAN NOT NULL DEFAULT false,
  warehouses INTEGER[] NOT NULL DEFAULT '{}',
  arrives_on DATE,
  units INTEGER NOT NULL,
  value_cents NUMERIC NOT NULL,
  cost_cents NUMERIC,
  shipped JSON
);
-- Searches that ended before their proof: they are few.
CREATE INDEX decisions_incomplete_idx ON decisions (ledger_id, run_id, id) WHERE incomplete;

-- Orders and decisions take their ids in blocks, one block a chunk, so that the rows of a chunk are one range of a
-- primary key.
CREATE SEQUENCE order_ids AS BIGINT;

-- Takes `n` consecutive ids and returns the first. The lock makes the two calls one; it is given back at once, not at
-- commit, so that runs never wait for each other here.
CREATE FUNCTION take_order_ids(n INTEGER) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  first BIGINT;
BEGIN
  PERFORM pg_advisory_lock(hashtext('order_ids'));
  first := nextval('order_ids');
  IF n > 1 THEN
    PERFORM setval('order_ids', first + n - 1);
  END IF;
  PERFORM pg_advisory_unlock(hashtext('order_ids'));
  RETURN first;
END $$;

-- The units that each decision ships, unfolded from its stored form: "allocations" holds [line, warehouse, quantity].
CREATE VIEW shipments AS
SELECT d.id AS routing_decision_id, d.run_id, d.ledger_id, o.order_id,
       w.warehouse_id,
       o.lines -> (a.value ->> 0)::int ->> 0 AS sku,
       sum((a.value ->> 2)::int)::int AS ship_qty
FROM decisions d
JOIN orders o ON o.id = d.id
JOIN runs r ON r.id = d.run_id
JOIN configurations c ON c.id = r.configuration_id
CROSS JOIN LATERAL json_array_elements(d.data -> 'allocations') AS a(value)
JOIN warehouses w ON w.id = c.warehouse_db_ids[(a.value ->> 1)::int + 1]
GROUP BY 1, 2, 3, 4, 5, 6;

-- The reservations that hold stock now: those of the ledger's present stock epoch.
CREATE VIEW active_reservations AS
SELECT s.*
FROM shipments s
JOIN decisions d ON d.id = s.routing_decision_id
JOIN ledgers l ON l.id = d.ledger_id
LEFT JOIN warehouses w ON w.client_id = l.client_id AND w.warehouse_id = s.warehouse_id
WHERE d.reservation_epoch = l.stock_epoch
  AND w.id = ANY (reservation_ended_at(d.ledger_id, l.stock_epoch, d.decided_at)) IS NOT TRUE;

CREATE TABLE allocation_batches (
  run_id BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  batch INTEGER NOT NULL,
  order_ids BIGINT[],
  PRIMARY KEY (run_id, batch)
);

CREATE TABLE run_windows (
  run_id BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  number INTEGER NOT NULL,
  ledger_id INTEGER NOT NULL,
  figures JSONB NOT NULL,
  lines TEXT NOT NULL,
  floor JSONB,
  failed_at TIMESTAMPTZ(3),
  PRIMARY KEY (run_id, number)
);
-- The windows whose floor is still to be computed.
CREATE INDEX run_windows_without_floor_idx ON run_windows (ledger_id, run_id) WHERE floor IS NULL AND failed_at IS NULL;

CREATE TABLE run_stock (
  run_id BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  sku TEXT NOT NULL,
  warehouse_ids INTEGER[],
  free INTEGER[],
  reserved INTEGER[],
  PRIMARY KEY (run_id, sku),
  CONSTRAINT run_stock_never_oversold CHECK (0 <= ALL (free) AND 0 <= ALL (reserved))
) WITH (fillfactor = 50);

CREATE TABLE run_faults (
  run_id BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  fault INTEGER NOT NULL,
  line INTEGER,
  path TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (run_id, fault)
);

CREATE TABLE superseded_orders (
  run_id BIGINT NOT NULL REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  id BIGINT NOT NULL,
  superseded_by JSON NOT NULL,
  PRIMARY KEY (run_id, id)
);

CREATE TABLE idempotency_keys (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  key TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  -- SHA-256 of the body
  request_hash BYTEA NOT NULL,
  run_id BIGINT REFERENCES runs ON DELETE CASCADE ON UPDATE CASCADE,
  response JSON,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (ledger_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE scoring_rounds (
  ledger_id INTEGER PRIMARY KEY REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  next_round INTEGER NOT NULL
);

CREATE TABLE places_taken (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  warehouse_id INTEGER NOT NULL,
  day DATE NOT NULL,
  taken INTEGER NOT NULL,
  left_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (ledger_id, day, warehouse_id), -- decisions read from a day on
  CONSTRAINT places_taken_not_negative CHECK (taken >= left_count AND left_count >= 0)
);

CREATE TABLE held_places (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  order_id TEXT NOT NULL,
  warehouse_id INTEGER NOT NULL,
  day DATE NOT NULL,
  PRIMARY KEY (ledger_id, order_id, warehouse_id, day)
);

-- When orders are released by themselves. In a table of its own, so that decisions stay as they are.
CREATE TABLE order_expiries (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  order_id TEXT NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  is_hold BOOLEAN NOT NULL,
  PRIMARY KEY (ledger_id, order_id)
);
CREATE INDEX order_expiries_expires_at_idx ON order_expiries (expires_at);

-- ---------------------------------------------------------------- counts

-- Counted when decisions are written: to read millions of them would take seconds. A row a ledger and hour, so that
-- whoever counts waits only for whoever counts the same hour.
CREATE TABLE decision_hours (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  hour TIMESTAMPTZ(3) NOT NULL,
  full_count BIGINT NOT NULL,
  split_count BIGINT NOT NULL,
  partial_count BIGINT NOT NULL,
  partial_split_count BIGINT NOT NULL,
  none_count BIGINT NOT NULL,
  warned_count BIGINT NOT NULL,
  units_ordered BIGINT NOT NULL,
  units_shipped BIGINT NOT NULL,
  shipments BIGINT NOT NULL,
  reasons JSONB NOT NULL,
  PRIMARY KEY (ledger_id, hour)
) WITH (fillfactor = 50); -- every request of the hour writes a new version

-- Adds two objects of counts, key by key.
CREATE FUNCTION add_counts("left" JSONB, "right" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, n), '{}')
  FROM (
    SELECT key, sum(value::bigint) AS n
    FROM (SELECT * FROM jsonb_each_text("left") UNION ALL SELECT * FROM jsonb_each_text("right")) AS counts
    GROUP BY key
  ) AS added
$$;

CREATE TABLE shadow_hours (
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  hour TIMESTAMPTZ(3) NOT NULL,
  settings TEXT NOT NULL,
  outcome TEXT NOT NULL,
  runs BIGINT NOT NULL,
  orders BIGINT NOT NULL,
  live JSONB NOT NULL,
  shadow JSONB NOT NULL,
  PRIMARY KEY (ledger_id, hour, settings, outcome)
);

CREATE TABLE shadow_positions (
  ledger_id INTEGER PRIMARY KEY REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  run_id BIGINT NOT NULL,
  took_ms INTEGER NOT NULL,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp()
);

-- ---------------------------------------------------------------- work over stored orders

CREATE TYPE bulk_action_kind AS ENUM ('release', 'reroute', 'export');
CREATE TYPE bulk_action_status AS ENUM ('running', 'completed', 'failed', 'cancelled');
CREATE TABLE bulk_actions (
  id BIGSERIAL PRIMARY KEY,
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  kind bulk_action_kind NOT NULL,
  filter JSONB NOT NULL,
  reroute JSONB,
  requested_by TEXT NOT NULL,
  status bulk_action_status NOT NULL DEFAULT 'running',
  failure TEXT,
  is_finding BOOLEAN NOT NULL DEFAULT true,
  search_cursor TEXT,
  found INTEGER NOT NULL DEFAULT 0,
  "position" INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  finished_at TIMESTAMPTZ(3)
);
CREATE INDEX bulk_actions_ledger_id_id_idx ON bulk_actions (ledger_id, id);

CREATE TABLE bulk_action_orders (
  bulk_action_id BIGINT NOT NULL REFERENCES bulk_actions ON DELETE CASCADE ON UPDATE CASCADE,
  "position" INTEGER NOT NULL,
  ledger_id INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  csv TEXT,
  failure TEXT,
  PRIMARY KEY (bulk_action_id, "position")
);
CREATE UNIQUE INDEX bulk_action_orders_bulk_action_id_order_id_key ON bulk_action_orders (bulk_action_id, order_id);
CREATE INDEX bulk_action_orders_failed_idx ON bulk_action_orders (bulk_action_id, "position") WHERE failure IS NOT NULL;

CREATE TABLE what_ifs (
  id BIGSERIAL PRIMARY KEY,
  ledger_id INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE ON UPDATE CASCADE,
  name TEXT,
  requested_by TEXT NOT NULL,
  routing_run_id BIGINT,
  period_from TIMESTAMPTZ(3),
  period_to TIMESTAMPTZ(3),
  draft JSON NOT NULL,
  configuration_id INTEGER NOT NULL REFERENCES configurations ON DELETE RESTRICT ON UPDATE CASCADE,
  draft_configuration_id INTEGER NOT NULL REFERENCES configurations ON DELETE RESTRICT ON UPDATE CASCADE,
  status run_status NOT NULL DEFAULT 'queued',
  failure TEXT,
  orders_total INTEGER NOT NULL DEFAULT 0,
  orders_decided INTEGER NOT NULL DEFAULT 0,
  orders_changed INTEGER NOT NULL DEFAULT 0,
  next_batch INTEGER NOT NULL DEFAULT 0,
  baseline JSON NOT NULL DEFAULT '{}',
  draft_side JSON NOT NULL DEFAULT '{}',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  started_at TIMESTAMPTZ(3),
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  finished_at TIMESTAMPTZ(3),
  is_shadow BOOLEAN NOT NULL DEFAULT false,
  as_of TIMESTAMPTZ(3),
  places JSON NOT NULL DEFAULT '{}'
);
CREATE INDEX what_ifs_ledger_id_id_idx ON what_ifs (ledger_id, id);

CREATE TABLE what_if_batches (
  what_if_id BIGINT NOT NULL REFERENCES what_ifs ON DELETE CASCADE ON UPDATE CASCADE,
  batch INTEGER NOT NULL,
  baseline_ids BIGINT[] NOT NULL,
  draft_ids BIGINT[] NOT NULL,
  PRIMARY KEY (what_if_id, batch)
);

CREATE TABLE what_if_stock (
  what_if_id BIGINT NOT NULL REFERENCES what_ifs ON DELETE CASCADE ON UPDATE CASCADE,
  side TEXT NOT NULL,
  sku TEXT NOT NULL,
  warehouse_ids INTEGER[] NOT NULL,
  free INTEGER[] NOT NULL,
  reserved INTEGER[] NOT NULL,
  unit_value DECIMAL(19,4),
  unit_weight DECIMAL(19,4),
  PRIMARY KEY (what_if_id, side, sku)
);

CREATE TABLE what_if_orders (
  what_if_id BIGINT NOT NULL REFERENCES what_ifs ON DELETE CASCADE ON UPDATE CASCADE,
  id BIGINT NOT NULL,
  ledger_id INTEGER NOT NULL,
  order_id TEXT NOT NULL,
  visible TEXT,
  changed BOOLEAN NOT NULL,
  baseline JSON,
  draft JSON,
  PRIMARY KEY (what_if_id, id)
);

-- ---------------------------------------------------------------- webhooks

CREATE TABLE webhook_endpoints (
  id SERIAL PRIMARY KEY,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  url TEXT NOT NULL,
  events TEXT[] NOT NULL,
  enabled BOOLEAN NOT NULL DEFAULT true,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until TIMESTAMPTZ(3),
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  failures INTEGER NOT NULL DEFAULT 0,
  answered_at TIMESTAMPTZ(3),
  last_status INTEGER,
  last_error TEXT,
  refused TEXT[] NOT NULL DEFAULT '{}',
  rests_until TIMESTAMPTZ(3),
  succeeded_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX webhook_endpoints_client_id_url_key ON webhook_endpoints (client_id, url);

CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'delivered', 'failed', 'dropped');
CREATE TABLE webhook_deliveries (
  id BIGSERIAL PRIMARY KEY,
  endpoint_id INTEGER NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE ON UPDATE CASCADE,
  client_id INTEGER NOT NULL,
  ledger_id INTEGER,
  type TEXT NOT NULL,
  subject_id BIGINT,
  data JSON,
  order_id TEXT,
  body TEXT,
  status webhook_delivery_status NOT NULL DEFAULT 'pending',
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at TIMESTAMPTZ(3) NOT NULL DEFAULT (clock_timestamp() + '24:00:00'::interval),
  answered_at TIMESTAMPTZ(3),
  response_status INTEGER,
  response_body TEXT,
  error TEXT
);
CREATE INDEX webhook_deliveries_client_id_id_idx ON webhook_deliveries (client_id, id);
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_order_id_idx ON webhook_deliveries (client_id, order_id, id) WHERE order_id IS NOT NULL;
-- For pruning.
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
-- Workers look for these every second, kind by kind.
CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (endpoint_id, type, next_attempt_at) WHERE status = 'pending';

-- ---------------------------------------------------------------- the service

-- Each updates its row every few seconds, and deletes it when it stops.
CREATE TABLE workers (
  id UUID PRIMARY KEY,
  seen_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE daily_tasks (
  task TEXT PRIMARY KEY,
  done_at TIMESTAMPTZ(3) NOT NULL
);

-- Each process adds what it counted; a worker writes how the service stands.
CREATE TABLE service_minutes (
  minute TIMESTAMPTZ(3) PRIMARY KEY,
  orders INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  latencies INTEGER[] NOT NULL,
  memory_bytes BIGINT NOT NULL,
  oldest_run_seconds INTEGER,
  oldest_delivery_seconds INTEGER,
  database_bytes BIGINT
);

CREATE TABLE secrets_canary (
  id INTEGER PRIMARY KEY,
  sealed TEXT NOT NULL
);
