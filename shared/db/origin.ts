import type pg from 'pg';
import type { Config } from '../foundation/config/config.ts';
import { onOwnConnection } from './own-connection.ts';

// A database that was restored from another one, or copied, must not take the jobs of the other one from the queue, and
// must not call the endpoints of clients a second time. So a database keeps where its data began.

/** What is said of a process that works on a copy. */
export const IS_COPY =
  'This database is a copy of another one: it has a queue of its own, and no webhook is sent. If it takes the place of ' +
  'the other one, run "wrs admin database adopt", and start all processes again.';

interface Place {
  /** The server's system identifier; empty: the role may not read it. */
  readonly server: string;
  /** The number of the database on its server. */
  readonly database: string;
}

type Connection = Pick<pg.Client, 'query'>;

/** Names the copy if the database at `url` is one, otherwise null. The first call says where the data began. */
export function findCopy(url: string): Promise<string | null> {
  return onOwnConnection(url, 'wrs origin', async (client) => {
    const here = await placeOf(client);
    await client.query('INSERT INTO database_origin VALUES (1, $1, $2) ON CONFLICT DO NOTHING', [
      here.server,
      here.database,
    ]);
    const { rows } = await client.query<Place>('SELECT server, database::text FROM database_origin');
    return isSame(rows[0]!, here) ? null : `copy-${here.server}-${here.database}`;
  });
}

/** Makes a copy the place of its data from now on. Processes follow at their next start. */
export async function adoptDatabase(db: Connection): Promise<void> {
  const { server, database } = await placeOf(db);
  await db.query('UPDATE database_origin SET server = $1, database = $2', [server, database]);
}

/** The configuration of a process on a copy: its keys in Redis are not those of the other database. */
export function configOn(copy: string | null, config: Config): Config {
  return copy === null ? config : { ...config, isCopy: true, queuePrefix: `${config.queuePrefix}-${copy}` };
}

async function placeOf(db: Connection): Promise<Place> {
  const { rows } = await db.query<Pick<Place, 'database'>>(
    'SELECT oid::text AS database FROM pg_database WHERE datname = current_database()',
  );
  const server = await db
    .query<Pick<Place, 'server'>>('SELECT system_identifier::text AS server FROM pg_control_system()')
    .catch((error: { code?: string }) => {
      if (error.code !== NOT_ALLOWED) throw error;
      return { rows: [{ server: '' }] };
    });
  return { server: server.rows[0]!.server, database: rows[0]!.database };
}

/** PostgreSQL's insufficient_privilege. */
const NOT_ALLOWED = '42501';

function isSame(one: Place, other: Place): boolean {
  const isSameServer = one.server === other.server || one.server === '' || other.server === '';
  return isSameServer && one.database === other.database;
}
