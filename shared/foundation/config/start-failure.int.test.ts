import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMigratedDatabase } from '../../db/open-migrated.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { freePort } from '../free-port.ts';
import { loadConfig } from './config.ts';
import { StartFailure, startStep } from './start-failure.ts';

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
};
const opened = (env: Record<string, string>) => openMigratedDatabase(loadConfig(env), { role: 'command' });

describe('a start that fails', () => {
  it('names PORT and the cure if it is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const listen = () =>
      new Promise((resolve, reject) => {
        createServer()
          .once('error', reject)
          .listen(port, '127.0.0.1', () => resolve(null));
      });
    const message = await failureOf(startStep('listen', loadConfig({ PORT: String(port) }), listen));
    await new Promise((resolve) => server.close(resolve));
    expect(message).toContain(`PORT ${port} is in use`);
    expect(message).toContain('set PORT to another number');
  });

  it('names DATABASE_URL and the cure if nothing listens there', async () => {
    const message = await failureOf(
      opened({ DATABASE_URL: `postgresql://a:b@127.0.0.1:${await freePort()}/c` }),
    );
    expect(message).toMatch(
      /^DATABASE_URL names a server that cannot be reached.*ECONNREFUSED.*Start PostgreSQL/,
    );
    expect(message).not.toContain('a:b');
  });

  it('says that the server did not answer if a connection ends while the database is migrated', async () => {
    const db = await createTestDatabase();
    onTestFinished(() => db.close());
    const other = await db.pool.connect();
    await other.query('SELECT pg_advisory_lock(72707369)'); // that of migrations
    const failed = failureOf(opened({ DATABASE_URL: db.url }));
    for (let ended = 0; ended === 0; ) {
      const { rows } = await db.pool.query(
        `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'wrs migrate' AND wait_event_type = 'Lock'`,
      );
      ended = rows[0].ended;
    }
    expect(await failed).toMatch(/^The server at DATABASE_URL did not answer \(/);
    other.release(true);
  });

  it('names DATABASE_URL if its database, or its user, is not there', async () => {
    const db = await createTestDatabase();
    onTestFinished(() => db.close());
    const other = new URL(db.url);
    other.pathname = '/no_such_database';
    expect(await failureOf(opened({ DATABASE_URL: other.href }))).toMatch(/^DATABASE_URL names a database/);
    const stranger = new URL(db.url);
    stranger.password = 'wrong';
    expect(await failureOf(opened({ DATABASE_URL: stranger.href }))).toMatch(
      /Correct the user and the password/,
    );
  });

  it('names DATA_DIR and the cure if it is a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wrs-'));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const message = await failureOf(opened({ DATA_DIR: file }));
    await rm(folder, { recursive: true });
    expect(message).toBe(`DATA_DIR (${file}) is not a folder. Set DATA_DIR to a folder.`);
  });
});
