import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import type { Database } from '../../../shared/db/database.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { freePort } from '../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { serveMetrics } from '../../../worker/metrics-server.ts';
import { serveOn } from '../testing/service-settings.ts';

// What docker-compose.yml says, as far as it can be seen without Docker.

type Env = Readonly<Record<string, string>>;
interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly logging?: { readonly options: object };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: object;
  readonly healthcheck?: { readonly test: readonly string[] };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly configs: { readonly proxy: { readonly content: string } };
}

const TEXT = readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8');
const EXAMPLE = readFileSync(join(projectRoot, '.env.example'), 'utf8');
const VARIABLE = /\$(?:(?<dollar>\$)|\{(?<name>\w+):-(?<preset>[^{}]*)\})/g;
/** `${NAME:+text}`: the text if the variable is set. It may stand in a preset. */
const IF_SET = /\$\{(?<name>\w+):\+(?<text>[^{}]*?)\$\k<name>\}/g;
const hasCaddy = spawnSync('caddy', ['version']).error === undefined;

/** The file as Compose reads it, with the variables of its `.env` put into the values. */
const compose = (env: Env = {}): Compose =>
  parse(
    TEXT,
    (_key, value: unknown) =>
      typeof value === 'string'
        ? value
            .replace(IF_SET, (_all, name, text) => (env[name] ? `${text}${env[name]}` : ''))
            .replace(VARIABLE, (_all, dollar, name, preset) => dollar ?? (env[name] || preset))
        : value,
    { merge: true },
  );

/** The environment of a service's process. */
const environmentOf = (name: string, env?: Env): Env =>
  Object.fromEntries(
    Object.entries(compose(env).services[name]!.environment ?? {}).map(([key, value]) => [
      key,
      String(value),
    ]),
  );

let db: Database;
let url: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const service = await serveOn(db.url);
  url = service.url;
  return () => service.stop();
});
afterAll(() => db.close());

describe('docker-compose.yml', () => {
  const { services, volumes, configs } = compose();

  it.each(Object.entries(services))(
    '%s: what it names is there, and its log does not grow',
    (_name, service) => {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
      const named = (service.volumes ?? []).map((each) => each.split(':')[0]);
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
      expect(Object.keys(configs)).toEqual(
        expect.arrayContaining((service.configs ?? []).map(({ source }) => source)),
      );
      expect(service.logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
    },
  );

  it('has connections for what the README starts, by the sum of docs/guides/servers.md', () => {
    const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');
    const numbers = (text: string, pattern: RegExp) => pattern.exec(text)!.slice(1).map(Number);
    const [apis = 0, workers = 0] = numbers(read('README.md'), /--scale api=(\d+) --scale worker=(\d+)/);
    const sum = /at most (\d+) for each API.+?(\d+) for each worker, and (\d+) for each\s+thread/s;
    const [ofApi = 0, ofWorker = 0, ofThread = 0] = numbers(read('docs', 'guides', 'servers.md'), sum);
    const cores = 16;
    const needed = apis * ofApi + workers * ofWorker + (apis + workers) * ofThread * cores;
    const [allowed] = numbers(String(services.postgres!.command), /max_connections=(\d+)/);
    expect(allowed).toBeGreaterThan(needed);
    for (const { image } of Object.values(services))
      expect(image).toMatch(/^warehouse-routing-service$|^[a-z]+:\d+(\.\d+)+$/);
    expect(services.api!.mem_limit).toBe('3g');
    expect(read('docs', 'monitoring', 'alerts.yml')).toMatch(/process_resident_memory_bytes\{.+\} > 2\.5e9/);
  });

  it('publishes only ports of the proxies, so that APIs and workers can be many', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy', 'tls']);
  });

  it('says of each variable that it takes what it is for', () => {
    const names = new Set([...TEXT.matchAll(VARIABLE)].flatMap(({ groups }) => groups!.name ?? []));
    expect(names).toContain('POSTGRES_PASSWORD');
    const said = TEXT.slice(0, TEXT.indexOf('\nname:')) + EXAMPLE;
    for (const name of names) expect(said).toMatch(new RegExp(`^#(?:   )?${name}\\b`, 'm'));
  });

  it.each(['api', 'worker'])('%s: DATABASE_URL and REDIS_URL are those of .env, if it has them', (name) => {
    const own = {
      DATABASE_URL: 'postgresql://me:secret@db.example:5432/orders',
      REDIS_URL: 'rediss://queue.example',
    };
    expect(environmentOf(name, own)).toMatchObject(own);
    expect(loadConfig(environmentOf(name))).toMatchObject({
      databaseUrl: 'postgresql://wrs@postgres:5432/wrs',
      redisUrl: 'redis://redis:6379',
    });
  });

  it('makes links to its domain, unless PUBLIC_URL says otherwise, and none without either', () => {
    const linksOf = (env: Env) => loadConfig(environmentOf('api', env)).publicUrl;
    const DOMAIN = 'orders.example';
    expect(linksOf({})).toBeNull();
    expect(linksOf({ DOMAIN })).toBe('https://orders.example');
    expect(linksOf({ DOMAIN, PUBLIC_URL: 'https://own.example' })).toBe('https://own.example');
  });

  it('takes a password of any characters', async () => {
    const POSTGRES_PASSWORD = String.raw`p@ss/w:rd#%41?&= "'\\ü`;
    const { PGPASSWORD, DATABASE_URL } = environmentOf('api', { POSTGRES_PASSWORD });
    // Of its own: what the service makes there would belong to the role, which could not be dropped.
    const empty = await createTestDatabase();
    const server = new URL(empty.url);
    const role = server.pathname.slice(1);
    await db.pool.query(
      `CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD ${pg.escapeLiteral(POSTGRES_PASSWORD)}`,
    );
    onTestFinished(async () => {
      await empty.close();
      await db.pool.query(`DROP ROLE ${role}`);
    });
    const own = DATABASE_URL!.replaceAll('wrs', role).replace('postgres:5432', server.host);
    vi.stubEnv('PGPASSWORD', PGPASSWORD);
    onTestFinished(() => void vi.unstubAllEnvs());
    const service = await serveOn(own);
    onTestFinished(() => service.stop());
    // On a busy machine a process is not ready for a moment.
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  it('asks API and worker whether they work', async () => {
    const metrics = await serveMetrics(new Registry(), { port: 0, host: '127.0.0.1' });
    const statusOf = async (name: string, port: number | string) => {
      const [, program, ...args] = services[name]!.healthcheck!.test;
      const here = args.map((each) => each.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
      const [status] = await once(spawn(program!, here), 'exit');
      return status;
    };
    expect(await statusOf('api', new URL(url).port)).toBe(0);
    expect(await statusOf('worker', metrics.port)).toBe(0);
    await metrics.close();
    expect(await statusOf('worker', metrics.port)).toBe(1);
  });

  it.skipIf(!hasCaddy)(
    'has a proxy that Caddy runs: it leads to the API, and keeps /metrics inside',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wrs-caddy-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'Caddyfile');
      const run = (command: string, name: string, env: Env) => {
        const args = [command, '--adapter', 'caddyfile', '--config', file];
        const own = { ...environmentOf(name, { DOMAIN: 'orders.example' }), ...env };
        return spawn('caddy', args, {
          env: { PATH: process.env.PATH, HOME: folder, ...own },
          stdio: 'ignore',
        });
      };
      writeFileSync(file, configs.proxy.content);
      for (const name of ['proxy', 'tls'])
        expect(await once(run('validate', name, {}), 'exit')).toEqual([0, null]);

      const here = configs.proxy.content.replace('api 3000', `localhost ${new URL(url).port}`);
      writeFileSync(file, `{\n\tadmin off\n}\n${here}`);
      const port = await freePort();
      const caddy = run('run', 'proxy', { SITE: `:${port}` });
      const gone = once(caddy, 'exit');
      onTestFinished(async () => {
        caddy.kill();
        await gone;
      });
      const statusOf = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`).then(
          ({ status }) => status,
          () => null,
        );
      await expect.poll(() => statusOf('/readyz')).toBe(200);
      expect(await statusOf('/metrics')).toBe(404);
    },
  );
});
