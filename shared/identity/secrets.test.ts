import { describe, expect, it } from 'vitest';
import { hideSecrets, looksLikeSecret, newSecret, secretHash } from './secrets.ts';

describe('newSecret', () => {
  it('names its environment and carries 32 random bytes', () => {
    const { secret, prefix, hash } = newSecret('live');
    expect(hash).toEqual(secretHash(secret));
    expect(prefix).toBe(secret.slice(0, 'wrs_live_v2_'.length + 8));
    expect(secret).toMatch(/^wrs_live_v2_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}$/);
    expect(newSecret('account').secret).toMatch(/^wrs_account_/);
    expect(newSecret('live').secret).not.toBe(secret);
  });
});

describe('looksLikeSecret', () => {
  it('takes what newSecret makes and refuses anything longer, shorter or of another service', () => {
    const { secret } = newSecret('test');
    expect(looksLikeSecret(secret)).toBe(true);
    for (const other of ['', `${secret}a`, secret.slice(0, -1), secret.replace('wrs', 'abc'), ` ${secret}`]) {
      expect(looksLikeSecret(other)).toBe(false);
    }
  });
});

it('refuses a mistyped secret of the second form, and takes those of the first', () => {
  const { secret } = newSecret('live');
  for (let at = 'wrs_live_v2_'.length; at < secret.length; at += 1) {
    const other = secret[at] === 'a' ? 'b' : 'a';
    expect(looksLikeSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
  }
  expect(looksLikeSecret(`wrs_live_${'v2_'.padEnd(43, 'x')}`)).toBe(true);
});

describe('secretHash', () => {
  it('is the SHA-256 of the secret', () => {
    expect(secretHash('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('hideSecrets', () => {
  it('leaves the kind of each secret, and all other text', () => {
    const [live, account] = [newSecret('live').secret, newSecret('account').secret];
    expect(hideSecrets(`/api/v1/me?key=${live}&x=1&${account}`)).toBe(
      '/api/v1/me?key=wrs_live_…&x=1&wrs_account_…',
    );
    expect(hideSecrets('/api/v1/orders/SO-1?wrs=1')).toBe('/api/v1/orders/SO-1?wrs=1');
  });
});
