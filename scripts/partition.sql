-- Turns "orders" and "decisions" into tables partitioned by ranges of id (docs/guides/deploy.md, Partitions). The rows that are there
-- become the first partition of each and are not moved; they are read once. Run it while the service is stopped, as the
-- role of DATABASE_URL or as a superuser: what it makes belongs to the owner of the tables. Then add partitions before ids
-- reach them, because rows without one go to the partitions of the rest, and must leave them before theirs can be added:
--   SELECT add_partition(50000000);
BEGIN;
DO $$
BEGIN
  EXECUTE format('SET LOCAL ROLE %I', (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'orders'::regclass));
END $$;

DO $$
DECLARE
  shipments TEXT := pg_get_viewdef('shipments');
  active_reservations TEXT := pg_get_viewdef('active_reservations');
  next_id BIGINT := (SELECT last_value + 1 FROM order_ids);
  each TEXT;
  first_partition TEXT;
  index_name TEXT;
  index_names TEXT[];
BEGIN
  -- A view reads the table that it was made for, whatever that is called later.
  DROP VIEW active_reservations, shipments;
  FOREACH each IN ARRAY ARRAY['orders', 'decisions'] LOOP
    first_partition := each || '_first';
    index_names := ARRAY(SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = each::regclass);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', each, first_partition);
    FOREACH index_name IN ARRAY index_names LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index_name, index_name || '_first');
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY RANGE (id)', each, first_partition);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', each, first_partition, next_id);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', each || '_rest', each);
  END LOOP;
  -- LIKE makes up names of indexes. Only this one differs from that of the migrations.
  ALTER INDEX decisions_ledger_id_run_id_id_idx RENAME TO decisions_incomplete_idx;
  EXECUTE 'CREATE VIEW shipments AS ' || shipments;
  EXECUTE 'CREATE VIEW active_reservations AS ' || active_reservations;
  EXECUTE format('CREATE SEQUENCE order_partitions START %s', next_id);
END $$;

-- Adds the next partition of both tables, for so many ids. Returns the id that it begins with.
CREATE FUNCTION add_partition(ids BIGINT) RETURNS BIGINT LANGUAGE plpgsql
  SECURITY DEFINER SET search_path FROM CURRENT AS $$ -- whoever calls it, partitions belong to the tables' owner
DECLARE
  first_id BIGINT := nextval('order_partitions');
  each TEXT;
BEGIN
  PERFORM setval('order_partitions', first_id + ids, false);
  FOREACH each IN ARRAY ARRAY['orders', 'decisions'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
                   each || '_from_' || first_id, each, first_id, first_id + ids);
  END LOOP;
  RETURN first_id;
END $$;
REVOKE EXECUTE ON FUNCTION add_partition FROM PUBLIC;
COMMIT;
