-- Chunks of all runs are scored round by round, one of each ledger in a round. A run's first chunk has this round;
-- null until its jobs are first added.
ALTER TABLE "runs" ADD COLUMN "scoring_round" INTEGER;

-- The round in which a ledger's next run may begin. Rows of an earlier busy time are deleted when scoring begins again.
CREATE TABLE "scoring_rounds" (
  "ledger_id" INTEGER NOT NULL,
  "next_round" INTEGER NOT NULL,
  CONSTRAINT "scoring_rounds_pkey" PRIMARY KEY ("ledger_id")
);
ALTER TABLE "scoring_rounds" ADD CONSTRAINT "scoring_rounds_ledger_id_fkey" FOREIGN KEY ("ledger_id") REFERENCES "ledgers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Workers that can take jobs: each updates its row every few seconds, and deletes it when it stops.
CREATE TABLE "workers" (
  "id" UUID NOT NULL,
  "seen_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);
