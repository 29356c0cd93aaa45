-- When a decision was made, and its place among the decisions of its ledger. Both are set by the database, and null in
-- rows that are older: a column that is added without a default rewrites no row. A decision that reserves units is
-- written under its ledger's lock, so that the order in which decisions are written is the order of their commits.
CREATE SEQUENCE "commit_orders" AS BIGINT;

-- A function, as Prisma takes a bare nextval for an autoincrement, which a nullable column cannot be.
CREATE FUNCTION "next_commit_order"() RETURNS BIGINT LANGUAGE sql AS $$ SELECT nextval('commit_orders') $$;

ALTER TABLE "decisions" ADD COLUMN "decided_at" TIMESTAMPTZ(3), ADD COLUMN "commit_order" BIGINT;
ALTER TABLE "decisions"
  ALTER COLUMN "decided_at" SET DEFAULT clock_timestamp(),
  ALTER COLUMN "commit_order" SET DEFAULT next_commit_order();
