import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { compiled } from '../../shared/testing/compiled.ts';
import { keepOutput } from '../../shared/testing/logs/keep-output.ts';
import { testLogger } from '../../shared/testing/logs/test-logger.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { TEST_SECRETS_KEY } from '../../shared/testing/test-secrets.ts';
import { startService } from '../server.ts';
import { aClient } from './api.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

const logger = testLogger();
const configOf = (env: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: db.url,
    SECRETS_KEY: TEST_SECRETS_KEY,
    PORT: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...env,
  });
const connections = async () => {
  const { rows } = await db.pool.query<{ open: number }>(
    "SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'wrs api' AND datname = current_database()",
  );
  return rows[0]?.open;
};

describe('startService', () => {
  it('listens on a free port, is ready, and stops without a trace', async () => {
    const service = await startService(configOf(), { logger });
    onTestFinished(() => service.stop());
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await connections()).toBeGreaterThan(0);
    await Promise.all([service.stop(), service.stop()]);
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    await expect.poll(connections).toBe(0);
  });

  it.each([
    ['in the process', {}],
    ...(process.env.TEST_REDIS_URL
      ? ([['on Redis', { REDIS_URL: process.env.TEST_REDIS_URL }]] as const)
      : []),
  ] as const)('limits the requests of a key as configured, counted %s', async (_where, env) => {
    const QUEUE_PREFIX = `test-${randomBytes(4).toString('hex')}`;
    const config = configOf({ RATE_LIMIT_PER_MINUTE: '1', QUEUE_PREFIX, ...env });
    const service = await startService(config, { logger });
    onTestFinished(() => service.stop());
    const { live } = await aClient(db);
    const headers = { authorization: `Bearer ${live}` };
    const ask = async () => (await fetch(`${service.url}/api/v1/me`, { headers })).status;
    expect([await ask(), await ask()]).toEqual([200, 429]);
  });

  it('undoes what it began where the port is taken', async () => {
    const first = await startService(configOf(), { logger });
    onTestFinished(() => first.stop());
    const taken = configOf({ PORT: new URL(first.url).port });
    await expect(startService(taken, { logger })).rejects.toThrow(/EADDRINUSE/);
    await first.stop();
    await expect.poll(connections).toBe(0);
  });
});

describe('the API process', () => {
  it('logs its address, all as JSON, and ends with 0 on one Ctrl-C that arrives twice', async () => {
    const env = {
      ...process.env,
      DATABASE_URL: db.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
      PORT: '0',
      LOG_LEVEL: 'trace',
    };
    const server = spawn(process.execPath, [compiled('api/server')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const ended = once(server, 'close');
    const lines: string[] = [];
    createInterface(server.stdout).on('line', (line) => lines.push(line));
    const url = await keepOutput(server, /http:[^\s"]+/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.kill('SIGINT');
    server.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(lines.map((line) => JSON.parse(line).msg)).toContain('SIGINT: stopping');
    await expect.poll(connections).toBe(0);
  });

  it('says what is wrong with its configuration and ends with 1', async () => {
    const env = { ...process.env, PORT: 'eighty' };
    const server = spawn(process.execPath, [compiled('api/server')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(server, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(server.stderr)) lines.push(line);
    expect(await ended).toEqual([1, null]);
    expect(lines.join('\n')).toContain('PORT must be a whole number');
  });
});
