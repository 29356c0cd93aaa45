-- So many deliveries wait for the endpoint: further ones are dropped where they are written. null: fewer wait.
ALTER TABLE webhook_endpoints ADD COLUMN waiting_limit INTEGER;

CREATE FUNCTION drop_delivery_beyond_limit() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  most INTEGER;
BEGIN
  SELECT waiting_limit INTO most FROM webhook_endpoints WHERE id = NEW.endpoint_id AND client_id = NEW.client_id;
  IF most IS NOT NULL THEN
    NEW.status := 'dropped';
    NEW.error := 'Not sent: ' || to_char(most, 'FM999,999,999') || ' earlier ones to this endpoint were waiting.';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_limit BEFORE INSERT ON webhook_deliveries
  FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION drop_delivery_beyond_limit();
