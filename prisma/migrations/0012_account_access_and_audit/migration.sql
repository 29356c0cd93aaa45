-- Who may use the account API beside people, what was changed and by whom, and which configuration held when.
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" TIMESTAMPTZ(3);

CREATE TABLE "account_tokens" (
    "id" SERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "token_prefix" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_tokens_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id")
      ON DELETE CASCADE ON UPDATE CASCADE,
    -- a token is of one client: no token has the rights of an operator
    CONSTRAINT "account_tokens_role_check" CHECK ("role" <> 'operator')
);
CREATE UNIQUE INDEX "account_tokens_token_hash_key" ON "account_tokens"("token_hash");
CREATE INDEX "account_tokens_client_id_idx" ON "account_tokens"("client_id");

CREATE TYPE "actor_kind" AS ENUM ('user', 'operator', 'token', 'command_line');

CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "client_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_kind" "actor_kind" NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_entries_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id")
      ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "audit_entries_client_id_id_idx" ON "audit_entries"("client_id", "id");

CREATE TABLE "activations" (
    "id" BIGSERIAL NOT NULL,
    "client_id" INTEGER NOT NULL,
    "configuration_id" INTEGER NOT NULL,
    "activated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "audit_id" BIGINT,

    CONSTRAINT "activations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "activations_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id")
      ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "activations_configuration_id_fkey" FOREIGN KEY ("configuration_id") REFERENCES "configurations"("id")
      ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "activations_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "audit_entries"("id")
      ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "activations_client_id_id_idx" ON "activations"("client_id", "id");

-- What each client was configured with before history was kept: by nobody that is known, the present one last.
INSERT INTO "activations" ("client_id", "configuration_id", "activated_at")
SELECT v."client_id", v."id", v."created_at"
FROM "configurations" v JOIN "clients" c ON c."id" = v."client_id"
ORDER BY v."client_id", v."id" IS NOT DISTINCT FROM c."configuration_id", v."id";
