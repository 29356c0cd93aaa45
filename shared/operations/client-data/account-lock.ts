import pg from 'pg';
import { noClient } from '../../account/clients.ts';
import type { Database } from '../../db/database.ts';

/**
 * Does `work` on a client, by its id, while nobody else can change its account: `inAccountTransaction` waits for the same
 * lock. The lock belongs to a connection of its own and ends with it. Throws AppError not_found.
 */
export async function whileAccountIsLocked<T>(
  { directUrl }: Pick<Database, 'directUrl'>,
  slug: string,
  work: (client_id: number) => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: directUrl, application_name: 'wrs account lock' });
  // If the connection breaks, the lock is released; the work does not depend on it.
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`account ${slug}`]);
    const { rows } = await holder.query<{ id: number }>('SELECT id FROM clients WHERE slug = $1', [slug]);
    if (rows[0] === undefined) throw noClient(slug);
    return await work(rows[0].id);
  } finally {
    await holder.end();
  }
}
