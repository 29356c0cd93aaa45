-- A refused kind of event holds up no other: an endpoint rests only when nothing gets through, and then only for the kinds
-- that it refuses.
ALTER TABLE "webhook_endpoints" ADD COLUMN "refused" TEXT[] NOT NULL DEFAULT '{}', ADD COLUMN "rests_until" TIMESTAMPTZ(3);

DROP INDEX "webhook_deliveries_pending_idx";
-- Workers look for these every second, kind by kind.
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("endpoint_id", "type", "next_attempt_at") WHERE "status" = 'pending';
