import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { openApi } from './api.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NONCE = /'nonce-([\w-]{20,})'/;

const folder = await mkdtemp(join(tmpdir(), 'wrs-console-'));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__"><title>Console</title>');
await writeFile(join(folder, 'assets', 'index-abc.js'), 'console.log(1)');
const db = await createTestDatabase();
const api = await openApi(db, { consoleFolder: folder });
afterAll(async () => {
  await api.close();
  await db.close();
  await rm(folder, { recursive: true });
});

const open = (url: string, headers: Record<string, string> = HTML) => api.app.inject({ url, headers });

describe('the console', () => {
  it.each(['/', '/orders/SO-1?environment=test', '/warehouses'])('is the page at %s', async (url) => {
    const answer = await open(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<title>Console</title>');
  });

  it('may load from this host only, and its styles carry a nonce that is new each time', async () => {
    const answers = [await open('/'), await open('/')];
    const policies = answers.map(({ headers }) => String(headers['content-security-policy']));
    const nonces = policies.map((policy) => NONCE.exec(policy)![1]!);
    for (const [index, policy] of policies.entries()) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/https?:|unsafe|\*/);
      expect(answers[index]!.body).toContain(`nonce="${nonces[index]}"`);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('keeps what its name says the content of for a year', async () => {
    const answer = await open('/assets/index-abc.js', {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/api', '/api/v2/orders', '/account/v1/nothing', '/ops/nothing', '/assets/gone.js'])(
    'leaves %s to programs, which get a 404 as JSON',
    async (url) => {
      const answer = await open(url);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );

  it('answers JSON where no page is asked for', async () => {
    const answers = [
      await open('/orders', { accept: 'application/json' }),
      await api.app.inject({ method: 'POST', url: '/orders', headers: HTML, payload: {} }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  it('is the page of the last build, also if that ended after the service had started', async () => {
    const file = join(folder, 'index.html');
    const earlier = await readFile(file, 'utf8');
    await writeFile(file, '<title>Rebuilt</title>');
    const answers = [await open('/'), await open('/orders')];
    await writeFile(file, earlier);
    expect(answers.map(({ body }) => body)).toEqual(['<title>Rebuilt</title>', '<title>Rebuilt</title>']);
  });

  it('says in one line where it is not built', async () => {
    const unbuilt = await openApi(db, { consoleFolder: join(folder, 'nothing') });
    const answer = await unbuilt.app.inject({ url: '/', headers: HTML });
    await unbuilt.close();
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      'The account console is not built here; npm start builds it.\n',
    ]);
  });
});
