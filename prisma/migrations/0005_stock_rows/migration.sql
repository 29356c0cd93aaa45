-- Rows of stock are written by the ten thousand, and foreign keys cost two look-ups and two locks each: more than
-- the rows themselves. So their owners answer for them. A sync writes for the ledger that it has locked and for
-- warehouses of that ledger's client; whoever deletes a ledger or a warehouse deletes its stock.
ALTER TABLE "inventory" DROP CONSTRAINT "inventory_ledger_id_fkey";
ALTER TABLE "inventory" DROP CONSTRAINT "inventory_warehouse_id_fkey";
ALTER TABLE "skus" DROP CONSTRAINT "skus_ledger_id_fkey";
-- It served only the foreign key.
DROP INDEX "inventory_warehouse_id_idx";

CREATE FUNCTION "delete_stock_of_ledger"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "inventory" WHERE "ledger_id" = OLD."id";
  DELETE FROM "skus" WHERE "ledger_id" = OLD."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "ledgers_delete_stock" AFTER DELETE ON "ledgers"
  FOR EACH ROW EXECUTE FUNCTION "delete_stock_of_ledger"();

CREATE FUNCTION "delete_stock_of_warehouse"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  -- By ledger, whose rows the primary key finds. Where the client goes too, its ledgers may have gone first.
  DELETE FROM "inventory" i USING "ledgers" l
  WHERE l."client_id" = OLD."client_id" AND i."ledger_id" = l."id" AND i."warehouse_id" = OLD."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "warehouses_delete_stock" AFTER DELETE ON "warehouses"
  FOR EACH ROW EXECUTE FUNCTION "delete_stock_of_warehouse"();
