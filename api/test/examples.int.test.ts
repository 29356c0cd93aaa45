import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../scripts/demo/demo-account.ts';
import { CUSTOMER_ERROR_CODES, ERROR_CODES, ERRORS } from '../../shared/foundation/errors/catalogue.ts';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { markRunFailed } from '../../shared/runs/managed/managed-run.ts';
import { workWhatIfs } from '../../shared/testing/work-what-ifs.ts';
import type { RecordedExamples } from '../docs/with-examples.ts';
import { aClient, createTestApi, type SharedApi, sharedApi } from './api.ts';
import { EXAMPLE_REQUESTS } from './example-requests.ts';

const FILE = join(projectRoot, 'api', 'docs', 'golden', 'examples.json');

/** Operations whose answers differ between the contract variants. */
const BY_VARIANT = new Set(['routeOrder', 'routeOrders', 'rerouteOrder', 'getOrder', 'listRunResults']);

type RecordedAnswers = RecordedExamples['answers'];

/** A body as an example shows it: JSON as its value, any other body as text. */
function readBody(type: string, body: string): unknown {
  return type === 'application/json' ? JSON.parse(body) : body;
}

/** An answer of which each list shows its first element: the example of an operation is short. */
function short(answer: unknown): unknown {
  if (Array.isArray(answer)) return (typeof answer[0] === 'object' ? answer.slice(0, 1) : answer).map(short);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, short(value)]));
}

/** JSON with a value on one line if it fits. */
function laidOut(value: unknown, indent = ''): string {
  const text = JSON.stringify(value);
  if (indent.length + text.length <= 150 || typeof value !== 'object' || value === null) return text;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((each) => laidOut(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${laidOut(each, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** The first body of each operation in each type. */
const requests: Record<string, unknown> = {};
for (const { operationId, headers, body } of EXAMPLE_REQUESTS) {
  const type = headers?.['content-type'];
  if (type !== undefined) requests[`${operationId} ${type}`] ??= readBody(type, body!);
}

/** Sends all examples to a service without runs, as the demo client in a variant. */
async function sendAll(variant: 'A' | 'B'): Promise<RecordedAnswers> {
  const api = await createTestApi();
  try {
    const client = { ...DEMO_ACCOUNT.client, contract_variant: variant };
    const { live } = await aClient(api.db, { ...DEMO_ACCOUNT, client, api_keys: API_KEYS });
    const answers: RecordedAnswers = {};
    for (const { operationId, method, url, headers = {}, body, ...only } of EXAMPLE_REQUESTS) {
      if ((only.variant ?? variant) !== variant) continue;
      if (operationId === 'retryRun')
        await markRunFailed(api.db.pool, Number(url.split('/').at(-2)), 'It broke.');
      if (operationId === 'getWhatIf') await workWhatIfs(api.db);
      const response = await api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${live}`, ...headers },
        ...(body !== undefined && { payload: body }),
      });
      const { statusCode } = response;
      expect([operationId, url, statusCode < 300 ? '' : response.body]).toEqual([operationId, url, '']);
      const type = String(response.headers['content-type']).split(';', 1)[0]!;
      const key = `${operationId} ${statusCode} ${type}`;
      if (variant === 'B' && !BY_VARIANT.has(operationId)) continue;
      answers[key] ??= { [variant]: short(readBody(type, response.body)) };
    }
    return answers;
  } finally {
    await api.close();
  }
}

const API_KEYS = [
  { name: 'store', environment: 'live' as const },
  { name: 'ci', environment: 'test' as const },
];

/** An answer without what differs from one day, or one machine, to the next. */
function comparable(answers: RecordedExamples): unknown {
  const text = JSON.stringify(answers, (name, value) =>
    name === 'key_prefix' || name === 'orders_per_second' || name === 'next_cursor' ? typeof value : value,
  );
  return JSON.parse(
    text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<moment>')
      .replace(/\d{4}-\d\d-\d\d(?=\\?["',\\])/g, '<day>')
      .replace(/id: completed-\d+-/g, 'id: completed-<moment>-')
      .replace(/orders_per_second\\":[\d.]+/g, 'orders_per_second'),
  );
}

let api: SharedApi;
let sent: RecordedExamples;
beforeAll(async () => {
  const [a, b] = await Promise.all([sendAll('A'), sendAll('B')]);
  const answers = Object.entries(a).map(([key, answer]) => [key, { ...answer, ...b[key] }]);
  sent = { requests, answers: Object.fromEntries(answers) };
  if (process.env.UPDATE_GOLDEN) await writeFile(FILE, `${laidOut(sent)}\n`);
  api = await sharedApi();
}, 120_000);

type Media = Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
}
const read = async () =>
  (await api.app.inject('/openapi.json')).json<{
    info: { description: string };
    paths: Record<string, Record<string, Operation>>;
  }>();
const operationsOf = async () => Object.values((await read()).paths).flatMap((path) => Object.values(path));

describe('the examples of /docs', () => {
  it('are answered as they are documented, each request unchanged', async () => {
    expect(comparable(sent)).toEqual(comparable(JSON.parse(await readFile(FILE, 'utf8'))));
  });

  it('are there for each operation, each type of body and each answer', async () => {
    const missing: string[] = [];
    for (const { operationId, parameters = [], requestBody, responses } of await operationsOf()) {
      const lacks = (media: Media[string]) => media.example === undefined && media.examples === undefined;
      for (const { name, in: where, example } of parameters)
        if (where === 'path' && example === undefined) missing.push(`${operationId} ${name}`);
      for (const [type, media] of Object.entries(requestBody?.content ?? {}))
        if (lacks(media)) missing.push(`${operationId} body ${type}`);
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const [type, media] of Object.entries(content))
          if (lacks(media)) missing.push(`${operationId} ${status} ${type}`);
    }
    // Its run has to be improved, and its floor computed in the background (batch-optimization.int.test.ts).
    expect(missing).toEqual(['getRunCertificate 200 application/x-ndjson']);
  });

  it('have no number or year that nobody would send', async () => {
    const examples = JSON.stringify(await operationsOf(), (name, value) =>
      name === 'schema' ? null : value,
    );
    expect(examples).not.toMatch(/9007199254740991|"3\d{3}-\d\d-/);
  });

  it('of an error have its own sentence', async () => {
    for (const { responses } of await operationsOf()) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { examples = {} } of Number(status) < 400 ? [] : Object.values(content)) {
          expect(Object.keys(examples).length).toBeGreaterThan(0);
          for (const [code, { value }] of Object.entries(examples)) {
            const known = ERRORS[code.split(', ')[0] as keyof typeof ERRORS];
            expect(known.status).toBe(Number(status));
            if (code !== 'validation_failed') expect(value).toMatchObject({ detail: known.detail });
          }
        }
      }
    }
  });
});

describe('the guide of /docs', () => {
  it.each([
    ['/openapi.json', CUSTOMER_ERROR_CODES],
    ['/account/openapi.json', ERROR_CODES],
  ])('in %s has a line for each code that its API answers, and for no other', async (url, codes) => {
    const { description } = (await api.app.inject(url)).json().info;
    const listed = [...description.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.+) \|$/gm)];
    expect(
      Object.fromEntries(
        listed.map(([, code, status, detail]) => [code, { status: Number(status), detail }]),
      ),
    ).toEqual(
      Object.fromEntries(
        codes.map((code) => [code, { status: ERRORS[code].status, detail: ERRORS[code].detail }]),
      ),
    );
  });
});

describe('the page /docs', () => {
  it('has the title and the icon of this product', async () => {
    const page = (await api.app.inject('/docs')).body;
    expect(page).toContain('<title>Warehouse Routing Service API</title>');
    const icon = /href="([^"]*icon\.svg)"/.exec(page)?.[1];
    expect(icon).toBeDefined();
    const { statusCode, body } = await api.app.inject(new URL(icon!, 'http://localhost/docs/').pathname);
    expect(statusCode).toBe(200);
    expect(body).toContain('<svg');
  });
});
