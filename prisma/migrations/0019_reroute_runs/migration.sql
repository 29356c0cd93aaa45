-- A run that routes stored orders again says which ones: it finds and copies them when its turn comes.
ALTER TABLE "runs" ADD COLUMN "selection" JSONB;
