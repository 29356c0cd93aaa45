-- What a CSV body was warned of, as it is answered: [{line, message}]. Null in most runs.
ALTER TABLE "runs" ADD COLUMN "warnings" JSONB;
