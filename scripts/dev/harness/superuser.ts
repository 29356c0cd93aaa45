import pg from 'pg';
import { type Cluster, superuserUrl } from '../../../shared/db/embedded-cluster.ts';

export const RELOAD = 'SELECT pg_reload_conf()';

/** Runs statements as the superuser, one after another on one connection. */
export async function asSuperuser(cluster: Cluster, port: number, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(cluster, port) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
