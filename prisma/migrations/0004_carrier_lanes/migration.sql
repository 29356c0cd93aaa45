-- Lanes that a client's own carrier told belong to the client: they go with it, and with the carrier.
ALTER TABLE "lane_cache" ADD COLUMN "client_id" INTEGER;
CREATE INDEX "lane_cache_client_id_idx" ON "lane_cache"("client_id");
ALTER TABLE "lane_cache" ADD CONSTRAINT "lane_cache_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
