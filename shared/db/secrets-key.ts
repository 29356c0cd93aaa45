import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../foundation/config/config.ts';
import { StartFailure } from '../foundation/config/start-failure.ts';
import { isSecretsKey, newSecretsKey, SealBroken, type SealedPlace, Sealing } from '../foundation/sealing.ts';
import { onOwnConnection } from './own-connection.ts';

/** What names the keys of a process. */
export type SecretsConfig = Pick<Config, 'secretsKey' | 'secretsKeyPrevious' | 'dataDir' | 'databaseUrl'>;

/** A text that is sealed in each database, so that a process with a wrong key finds it out at its start. */
const CANARY = 'canary';
export const CANARY_PLACE: SealedPlace = {
  table: 'secrets_canary',
  row: 1,
  column: 'sealed',
  client_id: null,
};

/**
 * The keys of this process for the migrated database at `url`: SECRETS_KEY and SECRETS_KEY_PREVIOUS or, without them, the key
 * in DATA_DIR. An embedded database gets its key there at its first start. Throws StartFailure without a key, and with keys
 * that do not open the database's canary.
 */
export function openSecrets(url: string, config: SecretsConfig): Promise<Sealing> {
  return onOwnConnection(url, 'wrs secrets', async (client) => {
    const canary = await readCanary(client);
    const sealing = new Sealing(await keysOf(config, canary !== null));
    if (canary === null) await writeCanary(client, sealing);
    checkCanary(sealing, (await readCanary(client))!, config);
    return sealing;
  });
}

/**
 * Makes the key in DATA_DIR if there is none, and notes for which database. Several processes may do so at once: one of the
 * keys stays. Returns its path.
 */
export async function ensureKeyFile({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<string> {
  const path = keyFile(dataDir);
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${newSecretsKey()}\n${FOR}${nameOf(databaseUrl)}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return path;
}

const FOR = 'for ';

/** The database that a key is made for, without people and passwords. */
function nameOf(databaseUrl: string | null): string {
  if (databaseUrl === null) return 'the embedded server';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

function keyFile(dataDir: string): string {
  return join(dataDir, 'secrets.key');
}

async function keysOf(
  { secretsKey, secretsKeyPrevious, dataDir, databaseUrl }: SecretsConfig,
  hasCanary: boolean,
): Promise<string[]> {
  if (secretsKey !== null) return [secretsKey, ...(secretsKeyPrevious === null ? [] : [secretsKeyPrevious])];
  const kept = await keptKey(dataDir);
  if (kept !== null && (hasCanary || databaseUrl === null || kept.isFor(databaseUrl))) return [kept.key];
  if (kept !== null) {
    throw new StartFailure(
      `${keyFile(dataDir)} was made for another database than that of DATABASE_URL: set SECRETS_KEY, or another DATA_DIR.`,
    );
  }
  if (databaseUrl !== null) {
    throw new StartFailure(
      'SECRETS_KEY is not set. Secrets in the database are sealed with it. Make one with "openssl rand -base64 32", ' +
        'give it to every process, and keep a copy apart from the back-ups of the database.',
    );
  }
  if (hasCanary) {
    throw new StartFailure(
      `${keyFile(dataDir)} is missing. It has the key of the secrets in this DATA_DIR: restore it from a back-up.`,
    );
  }
  await ensureKeyFile({ dataDir, databaseUrl });
  return [(await keptKey(dataDir))!.key];
}

interface KeptKey {
  readonly key: string;
  /** Also true of a file of an earlier version, which says nothing. */
  isFor(databaseUrl: string): boolean;
}

async function keptKey(dataDir: string): Promise<KeptKey | null> {
  const path = keyFile(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return null;
  const [key = '', made = ''] = text.trim().split('\n');
  if (!isSecretsKey(key)) throw new StartFailure(`${path} is no key: restore it from a back-up.`);
  return { key, isFor: (databaseUrl) => made === '' || made === FOR + nameOf(databaseUrl) };
}

async function readCanary(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ sealed: string }>('SELECT sealed FROM secrets_canary WHERE id = 1');
  return rows[0]?.sealed ?? null;
}

/** Another process may have been faster: its canary stays. */
async function writeCanary(client: pg.Client, sealing: Sealing): Promise<void> {
  await client.query('INSERT INTO secrets_canary (id, sealed) VALUES (1, $1) ON CONFLICT DO NOTHING', [
    sealing.seal(CANARY, CANARY_PLACE),
  ]);
}

function checkCanary(sealing: Sealing, canary: string, { secretsKey, dataDir }: SecretsConfig): void {
  try {
    sealing.open(canary, CANARY_PLACE);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const names = secretsKey === null ? keyFile(dataDir) : 'SECRETS_KEY';
    throw new StartFailure(
      `${names} is not the key of this database. Use the key with which its secrets were sealed. While you change keys, ` +
        'set SECRETS_KEY_PREVIOUS to the other one until "wrs admin secrets reseal" is done.',
      { cause: error },
    );
  }
}
