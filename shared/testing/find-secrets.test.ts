import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

const token = () => randomBytes(32).toString('base64url');
const line = (fields: object) => `${JSON.stringify({ level: 30, time: 1, ...fields })}\n`;

describe('a log that contains a secret', () => {
  it.each([
    ['an API key', line({ headers: { authorization: `Bearer wrs_live_${token()}` } })],
    ['an account token', line({ msg: `refused wrs_account_${token()}` })],
    ['a token of a session', line({ token: token() })],
    ['a token of a session', line({ headers: `wrs_session=${token()}` })],
    [
      'a password in a URL',
      line({ err: { message: 'connect postgresql://wrs:hunter2@127.0.0.1:5432/wrs' } }),
    ],
    ['a member with a password', line({ body: { email: 'a@b.example', password: 'hunter2' } })],
    ['a member with a password', line({ body: JSON.stringify({ current_password: 'hunter2' }) })],
    ['a webhook secret', line({ msg: `whsec_${token()}` })],
  ])('has %s found', (what, log) => {
    expect(findSecrets(log).map((found) => found.split(':')[0])).toContain(what);
  });

  it('has a password found that is known', () => {
    expect(findSecrets(line({ msg: 'correct horse' }), ['correct horse'])).toEqual(['a password: corr…']);
  });
});

it('a log without one is left alone', () => {
  const log = [
    line({
      reqId: '0b9e6d0a-6d0e-4d7c-9d0e-0b9e6d0a6d0e',
      url: '/api/v1/runs?cursor=eyJpZCI6MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NX0',
    }),
    line({ msg: 'wrs_live_abcdefgh', digest: randomBytes(32).toString('hex') }),
    line({ url: 'postgresql://127.0.0.1:5432/wrs', password: undefined }),
  ].join('');
  expect(findSecrets(log)).toEqual([]);
});
