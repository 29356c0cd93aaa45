import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { authenticate } from './principal.ts';

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

describe('createApiKey', () => {
  it('makes a key that opens the client, and stores a hash only', async () => {
    const { client_id } = await createTestAccount(db);
    const { secret, ...info } = await createApiKey(db.prisma, client_id, { name: 'ci', environment: 'live' });
    expect(await authenticate(db, `Bearer ${secret}`)).toMatchObject({ client_id, key_name: 'ci' });
    expect(info).toMatchObject({
      name: 'ci',
      environment: 'live',
      key_prefix: secret.slice(0, 20),
      revoked_at: null,
    });
    const { rows } = await db.pool.query('SELECT row_to_json(k)::text AS row FROM api_keys k WHERE id = $1', [
      info.id,
    ]);
    expect(rows[0].row).not.toContain(secret.slice(20));
  });

  it('refuses a second active key of one name and environment', async () => {
    const { client_id, live } = await createTestAccount(db);
    await createApiKey(db.prisma, client_id, { name: 'live', environment: 'test' });
    await expect(
      createApiKey(db.prisma, client_id, { name: 'live', environment: 'live' }),
    ).rejects.toMatchObject({
      code: 'already_exists',
    });
    await revokeApiKey(db.prisma, client_id, live.api_key_id);
    await expect(
      createApiKey(db.prisma, client_id, { name: 'live', environment: 'live' }),
    ).resolves.toBeDefined();
  });
});

describe('revokeApiKey', () => {
  it('keeps the moment of the first revocation', async () => {
    const { client_id, live } = await createTestAccount(db);
    const { revoked_at } = await revokeApiKey(db.prisma, client_id, live.api_key_id);
    expect(revoked_at).toBeInstanceOf(Date);
    expect(await revokeApiKey(db.prisma, client_id, live.api_key_id)).toMatchObject({ revoked_at });
  });

  it('finds no key of another client', async () => {
    const [owner, stranger] = [await createTestAccount(db), await createTestAccount(db)];
    await expect(revokeApiKey(db.prisma, stranger.client_id, owner.live.api_key_id)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await authenticate(db, `Bearer ${owner.keys.live}`)).toEqual(owner.live);
  });
});

describe('listApiKeys', () => {
  it('lists the client’s own keys, revoked ones too', async () => {
    const { client_id, live, test } = await createTestAccount(db);
    await createTestAccount(db);
    await revokeApiKey(db.prisma, client_id, live.api_key_id);
    const keys = await listApiKeys(db.prisma, client_id);
    expect(keys.map((key) => [key.id, key.revoked_at === null])).toEqual([
      [live.api_key_id, false],
      [test.api_key_id, true],
    ]);
  });
});
