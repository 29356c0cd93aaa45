import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAccountFile } from '../../../../shared/accounts/account-file.ts';
import { createAccountToken } from '../../../../shared/accounts/account-tokens.ts';
import { applyAccountFile } from '../../../../shared/accounts/apply-account.ts';
import { openDatabase } from '../../../../shared/db/database.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { type ServedAccount, serveAccount } from '../served-account.ts';

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

let served: ServedAccount;
let key: string;
let token: string;

const blocksOf = (page: string) =>
  [
    ...readFileSync(join(projectRoot, 'docs', page), 'utf8').matchAll(
      /^```(?<kind>\w+)\n(?<text>[\s\S]*?)^```/gm,
    ),
  ].map(({ groups }) => groups as { kind: string; text: string });

beforeAll(async () => {
  served = await serveAccount();
  const account = blocksOf('tutorial.md').find(({ kind }) => kind === 'json')!;
  const db = openDatabase(served.service.databaseUrl);
  const { api_keys, client_id } = await applyAccountFile(db, parseAccountFile(JSON.parse(account.text)), {
    baseDir: null,
  });
  ({ token } = await createAccountToken(db.prisma, client_id, { name: 'docs', role: 'owner' }));
  await db.close();
  key = api_keys[0]!.key!;
});
afterAll(() => served.close());

/** Runs the calls of curl in a block as a shell does, and returns their answers. */
async function answersOf(text: string): Promise<unknown[]> {
  const calls = text.match(/^curl (?:\\\n|'[^']*'|[^\n'])*$/gm) ?? [];
  const answers: unknown[] = [];
  for (const call of calls) {
    const command = call.replace('curl', 'curl --silent --show-error --fail-with-body');
    const env = { ...process.env, WRS_API_KEY: key, WRS_ACCOUNT_TOKEN: token };
    const script = command.replaceAll('localhost:3000', served.service.url);
    answers.push(JSON.parse((await run('bash', ['-c', script], { env })).stdout));
  }
  return answers;
}

it.each(PAGES)('docs/%s: each curl succeeds and is answered as the page says', async (page) => {
  let answers: unknown[] = [];
  let compared = 0;
  for (const { kind, text } of blocksOf(page)) {
    if (kind === 'sh') answers = await answersOf(text);
    if (kind !== 'json' || answers.length === 0) continue;
    expect(answers.at(-1)).toMatchObject(JSON.parse(text));
    compared += 1;
  }
  if (page === 'tutorial.md') expect(compared).toBe(4);
});
