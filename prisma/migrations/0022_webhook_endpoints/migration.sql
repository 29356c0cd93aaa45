-- Webhooks: where a client wants to be told of events.

-- What enabled endpoints of the client want. Requests read it with the client, so that others pay nothing for webhooks.
ALTER TABLE "clients" ADD COLUMN "webhook_events" TEXT[] NOT NULL DEFAULT '{}';

CREATE TABLE "webhook_endpoints" (
  "id" SERIAL NOT NULL,
  "client_id" INTEGER NOT NULL,
  "url" TEXT NOT NULL,
  "events" TEXT[] NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "secret" TEXT NOT NULL,
  "previous_secret" TEXT,
  "previous_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_endpoints_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "webhook_endpoints_client_id_url_key" ON "webhook_endpoints"("client_id", "url");

-- An endpoint that answers 410 is disabled by the service itself.
ALTER TYPE "actor_kind" ADD VALUE 'service';
