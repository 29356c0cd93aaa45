import pg from 'pg';

/** Does `work` on a connection of its own, which is in no pool. Locks that it takes end with it, also if its process dies. */
export async function onOwnConnection<T>(
  connectionString: string,
  application_name: string,
  work: (client: pg.Client) => Promise<T>,
  options?: string,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name, ...(options && { options }) });
  // A connection that breaks fails its statement. Without this listener, its error event would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
