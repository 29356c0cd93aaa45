import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningService } from '../../../../api/server.ts';
import { parseAccountFile } from '../../../../shared/accounts/account-file.ts';
import { createAccountToken } from '../../../../shared/accounts/account-tokens.ts';
import { applyAccountFile } from '../../../../shared/accounts/apply-account.ts';
import { openDatabase } from '../../../../shared/db/database.ts';
import { loadConfig } from '../../../../shared/foundation/config/config.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { compiled } from '../../../../shared/testing/compiled.ts';
import { testLogger } from '../../../../shared/testing/logs/test-logger.ts';
import { demonstrate } from '../../../quickstart/quickstart.ts';
import { createTerminal } from '../../../terminal/terminal.ts';

const run = promisify(execFile);
/** Pages whose commands work one after the other on the account of the tutorial. */
const PAGES = [
  'tutorial.md',
  'guides/integrate.md',
  'guides/retry.md',
  'guides/correct-an-order.md',
  'reference/reports.md',
  'reference/pagination.md',
];

let folder: string;
let service: RunningService;
/** The live key that the quickstart prints. */
let demoKey: string;
/** The key of the tutorial's account, and a token of its owner. */
let key: string;
let token: string;

const blocksOf = (page: string) =>
  [
    ...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```(?<kind>\w+)\n(?<text>[\s\S]*?)^```/gm),
  ].map(({ groups }) => groups as { kind: string; text: string });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-docs-'));
  let said = '';
  const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', MAX_EVENT_LOOP_DELAY_MS: '0' };
  const terminal = createTerminal({ write: (text) => (said += text) });
  const { started, shown } = demonstrate(loadConfig(env), testLogger(), terminal, 100);
  service = await started;
  await shown;
  demoKey = /live key {2}(\S+)/.exec(said)![1]!;
  const account = blocksOf('docs/tutorial.md').find(({ kind }) => kind === 'json')!;
  await writeFile(join(folder, 'acme.json'), account.text);
  const db = openDatabase(service.databaseUrl);
  const { api_keys, client_id } = await applyAccountFile(db, parseAccountFile(JSON.parse(account.text)), {
    baseDir: null,
  });
  ({ token } = await createAccountToken(db.prisma, client_id, { name: 'docs', role: 'owner' }));
  await db.close();
  key = api_keys[0]!.key!;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the calls of curl and wrs in a block as a shell does, in a folder with the tutorial's account file. Returns what curl answered. */
async function answersOf(text: string, apiKey: string): Promise<unknown[]> {
  const calls = text.match(/^(?:curl|npx wrs) (?:\\\n|'[^']*'|[^\n'])*$/gm) ?? [];
  const answers: unknown[] = [];
  for (const call of calls) {
    const command = call
      .replace(/^curl/, 'curl --silent --show-error --fail-with-body')
      .replace(/^npx wrs/, `${process.execPath} ${compiled('scripts/wrs')}`)
      .replaceAll('localhost:3000', service.url);
    const env = { ...process.env, DATA_DIR: folder, WRS_API_KEY: apiKey, WRS_ACCOUNT_TOKEN: token };
    const { stdout } = await run('bash', ['-c', command], { env, cwd: folder });
    if (call.startsWith('curl')) answers.push(JSON.parse(stdout));
  }
  return answers;
}

it.each(['README.md', ...PAGES.map((page) => `docs/${page}`)])(
  '%s: each command succeeds, and curl is answered as the page says',
  async (page) => {
    let answers: unknown[] = [];
    let compared = 0;
    for (const { kind, text } of blocksOf(page)) {
      if (kind === 'sh') answers = await answersOf(text, page === 'README.md' ? demoKey : key);
      if (kind !== 'json' || answers.length === 0) continue;
      expect(answers.at(-1)).toMatchObject(JSON.parse(text));
      compared += 1;
    }
    if (page === 'README.md') expect(compared).toBe(1);
    if (page === 'docs/tutorial.md') expect(compared).toBe(4);
  },
);

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
}

it('/docs: each operation succeeds with its own examples and the live key of the quickstart', async () => {
  const document = await fetch(`${service.url}/openapi.json`);
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  // What is removed is not found any more.
  operations.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const failed: string[] = [];
  for (const { path, method, operation } of operations) {
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    const url = named.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
    const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { example }]) => ({
      headers: { 'content-type': type },
      body: typeof example === 'string' ? example : JSON.stringify(example),
    }));
    for (const { headers, ...body } of bodies.length > 0 ? bodies : [{ headers: {} }]) {
      const authorization = `Bearer ${demoKey}`;
      const answer = await fetch(`${service.url}${url}`, {
        method,
        headers: { ...headers, authorization },
        ...body,
      });
      const text = await answer.text();
      if (!answer.ok) failed.push(`${method} ${url}: ${answer.status} ${JSON.parse(text).code}`);
    }
  }
  expect(operations.length).toBeGreaterThan(30);
  // Run 1 has not failed, as it should be.
  expect(failed).toEqual(['POST /api/v1/runs/1/retry: 409 run_not_failed']);
});
