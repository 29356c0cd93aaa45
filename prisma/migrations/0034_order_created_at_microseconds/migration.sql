-- Orders are as old as their senders say, to the microsecond. More precision rewrites no row.
ALTER TABLE "orders" ALTER COLUMN "order_created_at" TYPE TIMESTAMPTZ(6);
