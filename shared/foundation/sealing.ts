import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Where a sealed text is stored. It is part of the seal: a text that is copied to another place does not open there. */
export interface SealedPlace {
  readonly table: string;
  /** What identifies the row and never changes. */
  readonly row: string | number;
  readonly column: string;
  /** null: the row belongs to no client. */
  readonly client_id: number | null;
}

interface SecretsKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The form of sealed texts: `s1.<id of the key>.<nonce, ciphertext and tag in base64url>`. */
const VERSION = 's1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text does not open: its key is not among those of the process, or it was changed or moved. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** The bytes of a key in base64; null: it is not 32 bytes in base64. */
function keyBytes(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? bytes : null;
}

/** Whether a text is a key as `newSecretsKey` makes it. */
export function isSecretsKey(text: string): boolean {
  return keyBytes(text) !== null;
}

/** A new key: 32 random bytes in base64. */
export function newSecretsKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** Seals secrets that the service itself has to read: only the processes have the keys, and the database has the rest. */
export class Sealing {
  readonly #keys: readonly SecretsKey[];

  /** `keys` in base64. The first one seals; all of them open. Without a key, `seal` and `open` throw. */
  constructor(readonly keys: readonly string[]) {
    this.#keys = keys.map((text) => {
      const bytes = keyBytes(text);
      if (bytes === null) throw new Error('A secrets key must be 32 bytes in base64.');
      const id = createHash('sha256').update('secrets key ').update(bytes).digest('hex').slice(0, 8);
      return { id, bytes };
    });
  }

  /** Texts that are sealed with the first key begin with it. */
  get prefix(): string {
    return `${VERSION}.${this.#first.id}.`;
  }

  /** Seals a text for its place. */
  seal(text: string, place: SealedPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#first.bytes, nonce).setAAD(boundTo(place));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return this.prefix + sealed.toString('base64url');
  }

  /** The text that was sealed for this place. Throws SealBroken. */
  open(sealed: string, place: SealedPlace): string {
    const [version, id, data = ''] = sealed.split('.');
    const key = this.#keys.find((known) => known.id === id);
    if (version !== VERSION || key === undefined) {
      throw new SealBroken(`No key of this process opens ${place.table}.${place.column}: see SECRETS_KEY.`);
    }
    const bytes = Buffer.from(data, 'base64url');
    try {
      const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch (cause) {
      throw new SealBroken(`${place.table}.${place.column} was changed, or copied from another row.`, {
        cause,
      });
    }
  }

  get #first(): SecretsKey {
    const [first] = this.#keys;
    if (first === undefined) throw new SealBroken('This process has no SECRETS_KEY.');
    return first;
  }
}

function boundTo({ table, row, column, client_id }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, row, column, client_id]));
}
