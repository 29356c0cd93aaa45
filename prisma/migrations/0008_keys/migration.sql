-- API keys and account tokens are rows of one table. Each kind keeps its ids; new ones are of one sequence.
CREATE TYPE key_kind AS ENUM ('api_key', 'account_token');
ALTER TABLE api_keys RENAME TO access_keys;
ALTER SEQUENCE api_keys_id_seq RENAME TO access_keys_id_seq;
ALTER TABLE access_keys
  ADD COLUMN kind key_kind NOT NULL DEFAULT 'api_key',
  ADD COLUMN role user_role,
  ALTER COLUMN environment DROP NOT NULL,
  DROP CONSTRAINT api_keys_pkey,
  ADD CONSTRAINT access_keys_pkey PRIMARY KEY (kind, id);
ALTER TABLE access_keys
  ALTER COLUMN kind DROP DEFAULT,
  ADD CONSTRAINT access_keys_kind_check CHECK (
    CASE kind WHEN 'api_key' THEN environment IS NOT NULL AND role IS NULL ELSE environment IS NULL AND role IS NOT NULL END
  );
ALTER TABLE access_keys RENAME CONSTRAINT api_keys_client_id_fkey TO access_keys_client_id_fkey;
ALTER INDEX api_keys_key_hash_key RENAME TO access_keys_key_hash_key;
ALTER INDEX api_keys_previous_hash_key RENAME TO access_keys_previous_hash_key;
ALTER INDEX api_keys_client_id_idx RENAME TO access_keys_client_id_idx;

INSERT INTO access_keys (
  kind, id, client_id, name, role, created_by, key_prefix, key_hash, created_at, revoked_at, last_used_at, last_used_from,
  expires_at, allowed_addresses, rolled_at, previous_hash, previous_until)
SELECT 'account_token', id, client_id, name, role, created_by, token_prefix, token_hash, created_at, revoked_at, last_used_at,
  last_used_from, expires_at, allowed_addresses, rolled_at, previous_hash, previous_until
FROM account_tokens;
DROP TABLE account_tokens;
SELECT setval('access_keys_id_seq', max(id)) FROM access_keys HAVING max(id) IS NOT NULL;
