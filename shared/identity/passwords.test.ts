import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('hashPassword', () => {
  it('makes a hash that only its own password opens', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).not.toContain('correct horse');
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('correct horsf', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('salts, so that equal passwords have different hashes', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });
});

describe('verifyPassword', () => {
  it('refuses a hash of an unknown scheme', async () => {
    expect(await verifyPassword('correct horse', 'md5$abc')).toBe(false);
  });

  it('takes composed and decomposed letters as the same', async () => {
    expect(await verifyPassword('Zu\u0308rich-8000', await hashPassword('Z\u00fcrich-8000'))).toBe(true);
  });
});
