import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { isUnavailable } from './is-unavailable.ts';

/** The connections that go to the database over a server of this test. */
const sockets = new Set<Socket>();
const server = createServer((client) => {
  const { hostname, port } = new URL(db.url);
  const target = connect(Number(port), hostname);
  sockets.add(client);
  for (const side of [client, target]) side.on('error', () => {});
  client.pipe(target).pipe(client);
});

const db = await createTestDatabase();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = new URL(db.url);
url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const proxied = openDatabase(url.href, { applicationName: 'proxied' });
afterAll(async () => {
  await proxied.close();
  server.close();
  await db.close();
});

/** Resolves when a statement of `proxied` waits in the server. */
async function untilItSleeps(): Promise<void> {
  for (let found = 0; found === 0; ) {
    const { rows } = await db.pool.query(
      `SELECT count(*)::int AS found FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'proxied' AND wait_event = 'PgSleep'`,
    );
    found = rows[0].found;
  }
}

describe('a connection that is reset during a statement', () => {
  it.each([
    ['pg', () => proxied.pool.query('SELECT pg_sleep(60)')],
    ['Prisma', () => proxied.prisma.$queryRaw`SELECT 1 FROM pg_sleep(60)`],
    [
      'a transaction of Prisma',
      () => proxied.prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM pg_sleep(60)`),
    ],
  ])('is known from what %s throws', async (_, send) => {
    const failed = send().then(
      () => null,
      (error: unknown) => error,
    );
    await untilItSleeps();
    for (const socket of sockets) socket.resetAndDestroy();
    expect(isUnavailable(await failed)).toBe(true);
    // Waits for their end, because the next case waits for a sleeping statement too.
    await db.pool.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'proxied'`,
    );
  });
});
