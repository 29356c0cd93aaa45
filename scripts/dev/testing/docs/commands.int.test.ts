import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../../api/server.ts';
import { parseAccountFile } from '../../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../../shared/account/apply-account.ts';
import { openDatabase } from '../../../../shared/db/database.ts';
import { loadConfig } from '../../../../shared/foundation/config/config.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { createKey } from '../../../../shared/identity/keys.ts';
import { compiled } from '../../../../shared/testing/compiled.ts';
import { testLogger } from '../../../../shared/testing/logs/test-logger.ts';
import { isLong } from '../../../../shared/testing/long.ts';
import { demonstrate } from '../../../quickstart/quickstart.ts';
import { createTerminal } from '../../../terminal/terminal.ts';

const CONFIRMED_LATE = 'POST /api/v1/orders/SO-1001/confirm: 409 order_released';

const run = promisify(execFile);
/**
 * Pages whose commands work one after the other on the account of the tutorial; the last but one makes another of it. The
 * commands of the examples and of the client's page are run by tests of their own.
 */
const PAGES = [
  'tutorial.md',
  'guides/integrate.md',
  'guides/retry.md',
  'guides/correct-an-order.md',
  'reference/reports.md',
  'reference/pagination.md',
  'guides/runs.md',
  'guides/what-if.md',
  'guides/spreadsheets.md',
  'guides/deploy.md',
  'guides/back-up.md',
  'reference/lanes.md',
  'explanation/cost.md',
  'reference/reconcile.md',
  'reference/account-file.md',
  'reference/account-api.md',
];
/** Of a what-if whose draft is worse. */
const WORSE = 4;

let folder: string;
let service: RunningService;
/** What the quickstart prints, and its keys. */
let said = '';
let demoKeys: Readonly<Record<'live' | 'test', string>>;
/** The key of the tutorial's account, and a token of its owner. */
let key: string;
let token: string;

/** The blocks of a page, and the commands without a placeholder in its sentences. */
const blocksOf = (page: string) =>
  [
    ...readFileSync(join(projectRoot, page), 'utf8').matchAll(
      /^```(?<kind>\w+)\n(?<text>[\s\S]*?)^```|`(?<command>npx wrs (?!watch|.*\b[A-Z]{2,}\b)[^`]*)`/gm,
    ),
  ].map(({ groups }) => ({ kind: groups!.kind ?? 'sh', text: groups!.text ?? groups!.command! }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-docs-'));
  const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', MAX_EVENT_LOOP_DELAY_MS: '0' };
  const terminal = createTerminal({ write: (text) => (said += text) });
  const { started, shown } = demonstrate(loadConfig(env), testLogger(), terminal, { runOrders: 100 });
  service = await started;
  await shown;
  const [live, test] = ['live', 'test'].map((name) => new RegExp(`${name} key {2}(\\S+)`).exec(said)![1]!);
  demoKeys = { live: live!, test: test! };
  await symlink(join(projectRoot, 'docs'), join(folder, 'docs'));
  const account = blocksOf('docs/tutorial.md').find(({ kind }) => kind === 'json')!;
  await writeFile(join(folder, 'acme.json'), account.text);
  const db = openDatabase(service.databaseUrl);
  const { api_keys, client_id } = await applyAccountFile(db, parseAccountFile(JSON.parse(account.text)), {
    baseDir: null,
  });
  ({ secret: token } = await createKey(db.prisma, client_id, 'account_token', {
    name: 'docs',
    role: 'owner',
  }));
  await db.close();
  key = api_keys[0]!.key!;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs commands as a shell does, in a folder with the tutorial's account file. Returns what they print. */
async function shell(script: string, apiKey: string): Promise<string> {
  const command = script
    .replace(/^curl/gm, 'curl --silent --show-error --fail-with-body')
    .replaceAll('npx wrs', `${process.execPath} ${compiled('scripts/wrs')}`)
    .replaceAll('npm run --silent account --', `${process.execPath} ${compiled('scripts/account')}`)
    .replaceAll('localhost:3000', service.url);
  const env = { ...process.env, DATA_DIR: folder, WRS_API_KEY: apiKey, WRS_ACCOUNT_TOKEN: token };
  const own = { ...env, WRS_URL: service.url };
  const { stdout } = await run('bash', ['-c', command], { env: own, cwd: folder }).catch((error) => {
    if (script.includes('--fail-if-worse') && error.code === WORSE) return error as { stdout: string };
    throw error;
  });
  return stdout;
}

/** The number of the newest run or what-if, which a page has as another number. */
async function newest(list: 'runs' | 'what-ifs', apiKey: string): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${service.url}/api/v1/${list}?limit=1`, { headers });
  return /"(?:routing_run|what_if)_id":(\d+)/.exec(await answer.text())?.[1] ?? '';
}

/** Runs the calls of curl and wrs in a block. `files` has the blocks before it, by kind: a file that is not there is the last of its kind. Returns what curl answered. */
async function answersOf(text: string, apiKey: string, files: Map<string, string>): Promise<unknown[]> {
  const calls = text.match(/^(?:curl|npx wrs) (?:\\\n|'[^']*'|[^\n'])*$/gm) ?? [];
  const answers: unknown[] = [];
  for (const written of calls) {
    for (const [name, kind] of written.matchAll(/(?<=\s)[\w-]+\.(csv|ndjson|json)\b/g)) {
      const isMade = existsSync(join(folder, name)) || written.includes(`--output ${name}`);
      if (!isMade) await writeFile(join(folder, name), files.get(kind!) ?? '');
    }
    const [lastRun, lastWhatIf] = [await newest('runs', apiKey), await newest('what-ifs', apiKey)];
    const call = written
      .replace(/(?<=runs results |--run )\d+/, lastRun)
      .replace(/(?<=what-if changes )\d+/, lastWhatIf);
    const stdout = await shell(call, apiKey);
    if (call.startsWith('curl')) answers.push(JSON.parse(stdout));
  }
  return answers;
}

/** The others are long tests: a page has up to twenty commands, each a process. */
const SHORT = ['README.md', 'docs/tutorial.md', 'docs/guides/integrate.md'];

it.each(isLong ? ['README.md', ...PAGES.map((page) => `docs/${page}`)] : SHORT)(
  '%s: each command succeeds, and curl is answered as the page says',
  async (page) => {
    let answers: unknown[] = [];
    let compared = 0;
    const files = new Map<string, string>();
    for (const { kind, text } of blocksOf(page)) {
      files.set(kind, text);
      if (kind === 'sh') answers = await answersOf(text, page === 'README.md' ? demoKeys.live : key, files);
      if (kind !== 'json' || answers.length === 0) continue;
      expect(answers.at(-1)).toMatchObject(JSON.parse(text));
      compared += 1;
    }
    if (page === 'README.md') expect(compared).toBe(1);
    if (page === 'docs/tutorial.md') expect(compared).toBe(4);
    if (page === 'docs/reference/account-file.md') {
      await writeFile(join(folder, 'page.json'), files.get('json')!);
      await shell('npx wrs admin apply page.json --yes', key);
    }
  },
);

it('the quickstart: what it says to try succeeds', async () => {
  const [, tries] = said.split('Three things to try, in another terminal');
  const lines = tries!.split('\n').map((line) => line.trim());
  const commands = lines.filter((line) => line !== '' && !/^\d\./.test(line));
  expect(commands).toHaveLength(6);
  const printed = await shell(`set -e\n${commands.join('\n')}`, '');
  expect(printed).toContain('SO-1');
});

interface Shown {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Shown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Shown>> }>>;
}

/** The members that only one of two answers has. Of lists the first elements are compared. */
function otherMembers(shown: unknown, answered: unknown, path = ''): string[] {
  if (Array.isArray(shown) && Array.isArray(answered)) {
    const areEmpty = shown.length === 0 || answered.length === 0;
    return areEmpty ? [] : otherMembers(shown[0], answered[0], `${path}[]`);
  }
  const [a, b] = [shown, answered].map((each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? (each as Record<string, unknown>)
      : null,
  );
  if (!a || !b) return [];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) =>
    name in a && name in b ? otherMembers(a[name], b[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}

describe.each(['live', 'test'] as const)(
  '/docs, each operation with its own examples and the %s key of the quickstart',
  (environment) => {
    it('succeeds, and is answered with the status and the members that are shown', async () => {
      const document = await fetch(`${service.url}/openapi.json`);
      const { paths } = (await document.json()) as { paths: Record<string, Record<string, Operation>> };
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          path,
          method: method.toUpperCase(),
          operation,
        })),
      );
      // What is removed is not found any more.
      operations.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
      const failed: string[] = [];
      const others: string[] = [];
      for (const { path, method, operation } of operations) {
        const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        const url = named.reduce(
          (text, { name, example }) => text.replace(`{${name}}`, String(example)),
          path,
        );
        const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { example }]) => ({
          headers: { 'content-type': type },
          body: typeof example === 'string' ? example : JSON.stringify(example),
        }));
        for (const { headers, ...body } of bodies.length > 0 ? bodies : [{ headers: {} }]) {
          const authorization = `Bearer ${demoKeys[environment]}`;
          const answer = await fetch(`${service.url}${url}`, {
            method,
            headers: { ...headers, authorization },
            ...body,
          });
          const text = await answer.text();
          if (!answer.ok) {
            failed.push(`${method} ${url}: ${answer.status} ${JSON.parse(text).code}`);
            continue;
          }
          const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
          const shown = operation.responses[answer.status]?.content?.[type];
          if (text !== '' && shown === undefined) others.push(`${method} ${url}: ${answer.status} ${type}`);
          if (type !== 'application/json') continue;
          const example = shown?.example ?? Object.values(shown?.examples ?? {})[0]?.value;
          const found = otherMembers(example, JSON.parse(text));
          others.push(...found.map((member) => `${method} ${url}: ${member}`));
        }
      }
      expect(operations.length).toBeGreaterThan(30);
      // The demo client has prices, the account of the examples has none.
      expect(others.filter((each) => !/cost|currency$|unit_weight$/.test(each))).toEqual([]);
      if (environment === 'live') {
        // An example before has released the order; run 1 was not improved, and has not failed.
        expect(failed).toEqual([
          CONFIRMED_LATE,
          'GET /api/v1/runs/1/certificate: 404 not_found',
          'POST /api/v1/runs/1/retry: 409 run_not_failed',
        ]);
      } else {
        // What has the number 1 is of Live; the what-if compares run 1.
        const found = failed.filter((each) => !/\/1[/:].*404|^POST \/api\/v1\/what-ifs: 404/.test(each));
        expect(found).toEqual([CONFIRMED_LATE]);
      }
    });
  },
);
