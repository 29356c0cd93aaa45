import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { createKey } from '../../shared/identity/keys.ts';
import { aClient, sharedApi } from './api.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: { readonly required: boolean };
}

const api = await sharedApi();

const readDocument = async (url = '/openapi.json') => {
  const response = await api.app.inject(url);
  expect(response.statusCode).toBe(200);
  return response.json<{
    openapi: string;
    tags: { name: string }[];
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, Record<string, Operation>>;
  }>();
};

describe.each([
  [
    '/openapi.json',
    '/api/',
    'api_key',
    ['releaseOrder', 'confirmOrder', 'rerouteOrder', 'shipOrder', 'rerouteOrders'],
  ],
  [
    '/account/openapi.json',
    '/account/v1/',
    'account_token',
    expect.arrayContaining(['rollApiKey', 'rerouteOrders']),
  ],
] as const)('GET %s', (document, prefix, kind, withoutBody) => {
  it('passes the linter with no error and no warning', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wrs-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(await readDocument(document)));
      const redocly = join(projectRoot, 'node_modules', '.bin', 'redocly');
      const args = ['lint', '--extends=recommended', '--format=json', file];
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const { stdout } = await promisify(execFile)(redocly, args, { cwd: folder, env }).catch(
        (failed) => failed,
      );
      expect(JSON.parse(stdout).problems).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it('describes every route of its API, and only those', async () => {
    const { paths } = await readDocument(document);
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = api.app.routeTable
      .filter(({ url, method }) => url.startsWith(prefix) && method !== 'HEAD')
      .map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(served.sort());
  });

  it('says of no member that requests leave it out: they may send all', async () => {
    expect(JSON.stringify(await readDocument(document))).not.toContain('"readOnly":true');
  });

  it('has a tag for each operation, and declares those and no other', async () => {
    const { tags, paths, webhooks } = await readDocument(document);
    const used = Object.values({ ...paths, ...webhooks }).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation.tags),
    );
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used));
  });

  it('says which bodies may be missing: without one each of them is answered as with {}, others are refused', async () => {
    const { client_id } = await aClient(api.db);
    const named = kind === 'api_key' ? ({ environment: 'live' } as const) : ({ role: 'owner' } as const);
    const { secret } = await createKey(api.db.prisma, client_id, kind, { name: 'bodies', ...named });
    const { paths } = await readDocument(document);
    const optional: string[] = [];
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId, requestBody }] of Object.entries(methods)) {
        if (requestBody === undefined) continue;
        const send = (payload?: object) =>
          api.app.inject({
            method: method.toUpperCase() as 'POST',
            url: path.replace(/\{\w+\}/g, '1'),
            headers: { authorization: `Bearer ${secret}` },
            ...(payload && { payload }),
          });
        const bare = await send();
        const says = ({ statusCode, body }: typeof bare) => [
          operationId,
          statusCode,
          /"code":"\w+"/.exec(body)?.[0],
        ];
        if (requestBody.required) expect(bare.statusCode, operationId).toBeGreaterThanOrEqual(400);
        else {
          optional.push(operationId);
          expect(says(bare)).toEqual(says(await send({})));
        }
      }
    expect(optional).toEqual(withoutBody);
  });

  it('is OpenAPI 3.1', async () => {
    expect((await readDocument(document)).openapi).toBe('3.1.0');
  });
});

describe.each(['/openapi.json', '/docs/static/swagger-ui-bundle.js'])('GET %s', (url) => {
  const get = (headers: Record<string, string> = {}) => api.app.inject({ url, headers });

  it('is the same bytes each time, with an ETag, by which a 304 spares them', async () => {
    const [first, second] = await Promise.all([get(), get()]);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    const { etag } = first.headers;
    expect(second.headers.etag).toBe(etag);
    const third = await get({ 'if-none-match': `"other", ${etag}` });
    expect([third.statusCode, third.rawPayload.length, third.headers.etag]).toEqual([304, 0, etag]);
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('is compressed for callers who can read that', async () => {
    const whole = await get();
    expect(whole.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await get({ 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(rawPayload.length).toBeLessThan(whole.rawPayload.length / 3);
      expect(decode(rawPayload).equals(whole.rawPayload)).toBe(true);
    }
    const { headers } = await get({ 'accept-encoding': 'deflate' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});

describe('GET /docs', () => {
  it('loads nothing from other hosts, runs no script of its page, and is shown in no frame', async () => {
    for (const url of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js']) {
      const { headers } = await api.app.inject(url);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      const strict = String(headers['content-security-policy']).replace(
        "style-src 'self' 'unsafe-inline'",
        '',
      );
      expect(strict).not.toMatch(/https?:|unsafe|\*/);
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });
});
