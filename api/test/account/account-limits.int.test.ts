import { expect, it, onTestFinished, vi } from 'vitest';
import { call, ownedAccountForEachTest } from './owned-account.ts';

ownedAccountForEachTest();

const endpoint = (n: number) => ({ url: `https://shop.example/${n}`, events: ['run.failed'] });
const MADE = {
  users: (n: number) => ({ email: `limit-${n}@example.com`, role: 'member' }),
  'api-keys': (n: number) => ({ name: `key ${n}`, environment: 'test' }),
  tokens: (n: number) => ({ name: `token ${n}`, role: 'member' }),
  webhooks: endpoint,
};

function limit(variable: string, most: number): void {
  vi.stubEnv(variable, String(most));
  onTestFinished(() => void vi.unstubAllEnvs());
}

it.each([
  ['users', 'ACCOUNT_USERS_LIMIT'],
  ['api-keys', 'ACCOUNT_KEYS_LIMIT'],
  ['tokens', 'ACCOUNT_KEYS_LIMIT'],
  ['webhooks', 'ACCOUNT_ENDPOINTS_LIMIT'],
] as const)('an account has at most so many %s', async (path, variable) => {
  limit(variable, 4);
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await call('POST', path, MADE[path](n)));
  const refused = answers.at(-1)!;
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'account_limit']);
  expect(refused.json().detail).toMatch(new RegExp(`may have 4 \\(${variable}\\)\\.$`));
  expect(answers[0]!.statusCode).toBe(201);
});

it('an account that has more than a limit may keep them or have fewer, not more', async () => {
  const put = async (count: number, query = '') => {
    const { slug, name } = (await call('GET', 'account')).json().client;
    const webhooks = Array.from({ length: count }, (_, n) => endpoint(n));
    return (await call('PUT', `account${query}`, { client: { slug, name }, webhooks })).statusCode;
  };
  expect(await put(3)).toBe(200);
  limit('ACCOUNT_ENDPOINTS_LIMIT', 1);
  expect(await put(4, '?dry_run=true')).toBe(409);
  expect(await put(4)).toBe(409);
  expect(await put(3)).toBe(200);
  expect(await put(2)).toBe(200);
  expect(await put(3)).toBe(409);
});
