-- Rows from before have their evidence in "data", and it is read there: no row is written again.
ALTER TABLE "decisions" ADD COLUMN "evidence" JSON;
