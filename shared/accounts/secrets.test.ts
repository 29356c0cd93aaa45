import { describe, expect, it } from 'vitest';
import { hideSecrets, looksLikeSecret, newSecret, secretHash } from './secrets.ts';

describe('newSecret', () => {
  it('names its environment and carries 32 random bytes', () => {
    const { secret, prefix, hash } = newSecret('live');
    expect(hash).toEqual(secretHash(secret));
    expect(prefix).toBe(secret.slice(0, 'wrs_live_'.length + 8));
    expect(secret).toMatch(/^wrs_live_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(secret.slice('wrs_live_'.length), 'base64url')).toHaveLength(32);
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
