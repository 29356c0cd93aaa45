-- What a unit of a SKU weighs.

ALTER TABLE "skus" ADD COLUMN "unit_weight" DECIMAL(19,4);
ALTER TABLE "what_if_stock" ADD COLUMN "unit_weight" DECIMAL(19,4);
