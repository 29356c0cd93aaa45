-- A single order is a run with one chunk, and PostgreSQL looked up and locked the run for each. Who deletes a run deletes
-- its chunks before.
ALTER TABLE "run_chunks" DROP CONSTRAINT "run_chunks_run_id_fkey";
