import type { Database } from '../db/database.ts';

/** Lets no decision be saved, in any process, until the returned function is called. */
export async function failDecisions({ pool }: Database, sqlstate: string): Promise<() => Promise<void>> {
  await pool.query(`
    CREATE FUNCTION fail_decision() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${sqlstate}'; END $$;
    CREATE TRIGGER fail_decision BEFORE INSERT ON decisions EXECUTE FUNCTION fail_decision()`);
  return async () => {
    await pool.query('DROP FUNCTION fail_decision CASCADE');
  };
}
