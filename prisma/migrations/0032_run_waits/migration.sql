-- What a run waits for, and how long nobody worked on it.

ALTER TABLE "runs" ADD COLUMN "idle_ms" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "runs" ADD COLUMN "retry_at" TIMESTAMPTZ(3);
ALTER TABLE "runs" ADD COLUMN "retry_error" TEXT;
