-- Links to a new password and invitations are rows of one table.
CREATE TYPE link_kind AS ENUM ('invitation', 'reset');
CREATE TABLE links (
  id SERIAL PRIMARY KEY,
  kind link_kind NOT NULL,
  email TEXT NOT NULL,
  -- Of an invitation
  client_id INTEGER REFERENCES clients ON DELETE CASCADE ON UPDATE CASCADE,
  role user_role,
  created_by TEXT,
  -- Of a reset
  user_id INTEGER REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  -- Of the token there is only the SHA-256
  token_hash BYTEA NOT NULL,
  -- Whoever has it reads the mails of the address
  mailed BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT links_kind_check CHECK (
    CASE kind WHEN 'invitation' THEN client_id IS NOT NULL AND role IS NOT NULL ELSE user_id IS NOT NULL END
  )
);
CREATE UNIQUE INDEX links_token_hash_key ON links (token_hash);
CREATE UNIQUE INDEX links_client_id_email_key ON links (client_id, email);
CREATE UNIQUE INDEX links_user_id_key ON links (user_id);
INSERT INTO links (kind, email, client_id, role, created_by, token_hash, created_at, expires_at)
SELECT 'invitation', email, client_id, role, created_by, token_hash, created_at, expires_at FROM invitations ORDER BY id;
INSERT INTO links (kind, email, user_id, token_hash, expires_at)
SELECT 'reset', u.email, r.user_id, r.token_hash, r.expires_at FROM password_resets r JOIN users u ON u.id = r.user_id;
DROP TABLE invitations;
DROP TABLE password_resets;

ALTER TABLE users
  -- Since when it is known that they read the mails of the address: by a mailed link, or by their provider's word
  ADD COLUMN email_proved_at TIMESTAMPTZ(3),
  -- Wrong codes in a row after the right password
  ADD COLUMN wrong_codes INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN codes_locked_until TIMESTAMPTZ(3);
-- Nobody knows it of those who enrolled before. Their factors stay as safe as they were.
UPDATE users SET email_proved_at = created_at
WHERE second_factor_at IS NOT NULL OR EXISTS (SELECT FROM sso_identities i WHERE i.user_id = users.id);

-- Operators sign in with a password and a second factor.
DELETE FROM sso_attempts WHERE client_id IS NULL;
DELETE FROM sso_identities WHERE client_id IS NULL;
ALTER TABLE sso_attempts ALTER COLUMN client_id SET NOT NULL;
ALTER TABLE sso_identities ALTER COLUMN client_id SET NOT NULL;
ALTER TABLE sso_connections
  -- What is asked of the provider beside openid; null: e-mail, and profile and offline access if it has them
  ADD COLUMN scopes JSONB,
  -- Refused visits since the last entry of the audit log about them, and its time
  ADD COLUMN refused_visits INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN refused_at TIMESTAMPTZ(3);

-- Networks stood in clear there. All limits begin again.
DELETE FROM sign_in_attempts;

-- From now on an erasure says which entries of the audit log lost their texts. These did before.
INSERT INTO audit_entries (actor_kind, actor, action, subject, changes)
SELECT 'service', 'service', 'users.erase', 'users',
  jsonb_build_array(jsonb_build_object('path', 'audit_entries', 'before', NULL, 'after', jsonb_agg(id)))
FROM audit_entries WHERE client_id IS NOT NULL AND salt IS NULL HAVING count(*) > 0;
