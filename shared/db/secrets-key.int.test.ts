import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAccountFile } from '../account/account-file.ts';
import { applyAccountFile } from '../account/apply-account.ts';
import { rotateWebhookSecret } from '../account/change-client.ts';
import { placeOfSecret } from '../account/webhook-endpoints.ts';
import { newSecretsKey, SealBroken } from '../foundation/sealing.ts';
import { COMMAND_LINE } from '../identity/actor.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { reseal } from './reseal.ts';
import { openSecrets } from './secrets-key.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-secrets-'));
  return () => rm(folder, { recursive: true });
});

const settings = { secretsKey: null, secretsKeyPrevious: null, databaseUrl: null };

describe('the key of a process', () => {
  let db: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.close());

  it('is SECRETS_KEY for a server of one’s own, and must open the canary', async () => {
    const own = { ...settings, databaseUrl: db.url, dataDir: join(folder, 'none') };
    const [first, second] = [newSecretsKey(), newSecretsKey()];
    await expect(openSecrets(db.url, own)).rejects.toThrow('SECRETS_KEY is not set');
    await Promise.all([1, 2, 3].map(() => openSecrets(db.url, { ...own, secretsKey: first })));
    await expect(openSecrets(db.url, { ...own, secretsKey: second })).rejects.toThrow(
      'is not the key of this',
    );
    await openSecrets(db.url, { ...own, secretsKey: second, secretsKeyPrevious: first });
  });

  it('is in DATA_DIR for the embedded server, for its owner alone, and is not made again if it is lost', async () => {
    const fresh = await createTestDatabase();
    const own = { ...settings, dataDir: join(folder, 'data') };
    const opened = await Promise.all([1, 2, 3].map(() => openSecrets(fresh.url, own)));
    const path = join(own.dataDir, 'secrets.key');
    expect(new Set(opened.map(({ prefix }) => prefix)).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(`${opened[0]!.keys[0]}\nfor the embedded server\n`).toBe(await readFile(path, 'utf8'));
    const other = await createTestDatabase();
    await expect(openSecrets(other.url, { ...own, databaseUrl: other.url })).rejects.toThrow(
      'for another database',
    );
    await other.close();
    await rm(path);
    await expect(openSecrets(fresh.url, own)).rejects.toThrow('is missing');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await fresh.close();
  });
});

describe('sealed secrets', () => {
  const [first, second] = [newSecretsKey(), newSecretsKey()];
  let database: Database;
  const open = async (secretsKey: string, secretsKeyPrevious: string | null = null) => {
    const { url } = database;
    const secrets = await openSecrets(url, {
      secretsKey,
      secretsKeyPrevious,
      databaseUrl: url,
      dataDir: folder,
    });
    return openDatabase(url, { secrets });
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  it('are resealed while others rotate them, and lost by nobody; then the old key is dropped', async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `https://example.com/${n}`);
    const old = await open(first);
    const file = parseAccountFile({
      client: { slug: 'acme', name: 'Acme' },
      warehouses: [],
      webhooks: urls.map((url) => ({ url, events: ['run.completed'] })),
    });
    const { client_id, webhooks } = await applyAccountFile(old, file, { baseDir: null });
    const known = new Map(webhooks.map(({ url, secret }) => [url, secret!]));
    await old.close();

    const both = await open(second, first);
    const rotate = async () => {
      for (const url of urls.filter((_, n) => n % 3 === 0)) {
        const { secret } = await rotateWebhookSecret(
          both,
          { slug: 'acme', who: COMMAND_LINE },
          { url, overlap_hours: 24 },
        );
        known.set(url, secret);
      }
    };
    await Promise.all([rotate(), reseal(both), reseal(both)]);
    await reseal(both); // what was being rotated
    await both.close();

    await expect(open(first)).rejects.toThrow('is not the key');
    const { pool, secrets, close } = await open(second);
    const { rows } = await pool.query<{ url: string; secret: string; previous_secret: string | null }>(
      'SELECT url, secret, previous_secret FROM webhook_endpoints WHERE client_id = $1 ORDER BY id',
      [client_id],
    );
    for (const { url, secret, previous_secret } of rows) {
      expect(secrets.open(secret, placeOfSecret(client_id, url))).toBe(known.get(url));
      if (previous_secret !== null)
        expect(secrets.open(previous_secret, placeOfSecret(client_id, url, 'previous_secret'))).toMatch(
          /^whsec_/,
        );
    }
    // Nothing opens in another row, or as another client's.
    const [a, b] = rows;
    expect(() => secrets.open(a!.secret, placeOfSecret(client_id, b!.url))).toThrow(SealBroken);
    expect(() => secrets.open(a!.secret, placeOfSecret(client_id + 1, a!.url))).toThrow(SealBroken);
    expect(JSON.stringify(rows)).not.toContain('whsec_');
    await close();
  });
});
