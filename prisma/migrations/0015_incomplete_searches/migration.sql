-- Decisions whose search for a route ended before its proof, in the order in which they are listed. They are few: all
-- others only cost a look whether they are such, less than half a microsecond. The condition is that of the
-- search for them.
CREATE INDEX "decisions_incomplete_idx" ON "decisions"("ledger_id", "run_id", "id")
  WHERE strpos("data"::text, ',"t":1') > 0;
