import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { saveSso } from '../../../shared/account/sso-connection.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { resetPassword, verifyPassword } from '../../../shared/identity/passwords.ts';
import { authenticate } from '../../../shared/identity/principal.ts';
import { findSession, startSession } from '../../../shared/identity/sessions.ts';
import { openMailServer } from '../../../shared/testing/mail-server.ts';
import { anAccountFile, createTestAccount } from '../../../shared/testing/test-account.ts';
import { countRows, createTestDatabase } from '../../../shared/testing/test-database.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';
import { accountFileJsonSchema } from './account-file-json-schema.ts';
import { keysOf } from './account-file-keys.ts';
import { exportAccount } from './export-account.ts';

const db = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'account-command-'));

afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

/** Runs `wrs admin` with these words; `data` is what it prints, `comments` what it says beside. */
async function account(
  args: readonly string[],
  input = '',
  confirm: ((question: string) => Promise<boolean>) | null = null,
) {
  const ran = await callWrs(['admin', ...args], { db, env: { DATA_DIR: folder }, input, confirm });
  return { code: ran.code, data: ran.out.trimEnd(), comments: ran.screen.split('\n').slice(0, -1) };
}

async function fileOf(content: AccountFileInput | string): Promise<string> {
  const path = join(folder, 'account.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('account apply', () => {
  it('prints the client and its keys as JSON, with secrets the first time only', async () => {
    const path = await fileOf(anAccountFile());
    const first = await account(['apply', path, '--json']);
    expect(first).toMatchObject({ code: 0, comments: [] });
    const { changes, ...answer } = JSON.parse(first.data);
    expect(changes[0]).toMatchObject({ path: 'client', before: null });
    expect(answer).toEqual({
      dry_run: false,
      client_id: expect.any(Number),
      contract_variant: 'A',
      api_keys: [
        { name: 'live', environment: 'live', key: expect.stringMatching(/^wrs_live_/), created: true },
        { name: 'test', environment: 'test', key: expect.stringMatching(/^wrs_test_/), created: true },
      ],
      webhooks: [],
      users: [],
      enabled: [],
    });
    const second = await account(['apply', path, '--json']);
    expect(JSON.parse(second.data)).toEqual({
      ...answer,
      changes: [],
      api_keys: [
        { name: 'live', environment: 'live', key: null, created: false },
        { name: 'test', environment: 'test', key: null, created: false },
      ],
    });
  });

  it('prints what changed', async () => {
    const file = anAccountFile();
    const path = await fileOf(file);
    const { data } = await account(['apply', path]);
    expect(data).toMatch(/contract variant A\n {2}client created$/m);
    expect(data).toMatch(/live key live, shown this once: wrs_live_/);
    expect((await account(['apply', path])).data).toMatch(/contract variant A\n {2}nothing changed$/);
    const changed = await fileOf({ ...file, settings: { max_shipments: 3 } });
    expect((await account(['apply', changed])).data).toMatch(/\n {2}settings\.max_shipments: null → 3$/);
  });

  it('says how old the stock is of a warehouse that it enables, and whether it counts', async () => {
    const file = anAccountFile();
    const { client_id } = JSON.parse((await account(['apply', await fileOf(file), '--json'])).data);
    const set = (enabled: boolean, more: object = {}) => {
      const [first, ...others] = file.warehouses!;
      return fileOf({ ...file, warehouses: [{ ...first!, enabled, ...more }, ...others] });
    };
    const { id } = await db.prisma.ledger.findFirstOrThrow({ where: { client_id, environment: 'live' } });
    await db.pool.query(
      `WITH sync AS (
         INSERT INTO ingest_runs (ledger_id, rows_received, rows_inserted, rows_updated, rows_unchanged, created_at)
         VALUES ($1, 1, 1, 0, 0, now() - interval '9 days') RETURNING id
       )
       INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, ingest_run_ids, counts)
       SELECT $1, 0, 'A', max(w.id) / 32, array_agg(w.id), '{1200}', '{0}', array_agg(sync.id),
              json_agg(json_build_array(1200, NULL, NULL, 0, 0, sync.id))
       FROM sync, warehouses w WHERE w.client_id = $2 AND w.warehouse_id = 'EWR1'`,
      [id, client_id],
    );
    await account(['apply', await set(false), '--yes']);
    const dry = await account(['apply', await set(true), '--dry-run']);
    expect(dry.data).toMatch(
      /\n {2}stock of EWR1 in live: 1,200 units of 1 SKU, synced .*, 9 days ago, counts again$/m,
    );
    const { data } = await account(['apply', await set(true, { clear_stock: true })]);
    expect(data).toMatch(/\n {2}stock of EWR1 in test: none$/m);
    expect(data).toMatch(/\n {2}stock of EWR1 in live: .* 9 days ago, counts as 0 until its next sync$/m);
  });

  it('exits with 2 on faults, one a line with its path, and prints no data', async () => {
    const file = anAccountFile({ settings: { split_shipment: 'never' as 'allow', max_shipments: 0 } });
    expect(await account(['apply', await fileOf(file)])).toEqual({
      code: 2,
      data: '',
      comments: [
        'The account file has faults; nothing was changed.',
        expect.stringMatching(/^settings\.split_shipment: /),
        expect.stringMatching(/^settings\.max_shipments: /),
      ],
    });
    expect(await db.prisma.client.count({ where: { slug: file.client.slug } })).toBe(0);
  });

  it('exits with 2 on a file that is missing or no JSON, naming it', async () => {
    const none = join(folder, 'none.json');
    expect(await account(['apply', none])).toMatchObject({
      code: 2,
      comments: [`${none}: no such file`],
    });
    const broken = await fileOf('{"client": ');
    expect(await account(['apply', broken])).toMatchObject({
      code: 2,
      comments: [expect.stringContaining(`${broken}: this is not valid JSON: Unexpected end of JSON`)],
    });
  });

  it('reads the lanes file beside the account file', async () => {
    await writeFile(join(folder, 'lanes.csv'), 'warehouse_id,destination_zip3,transit_days\nEWR1,100,1\n');
    const file = anAccountFile({ transit: { provider: 'table', lanes_file: 'lanes.csv' } });
    expect(await account(['apply', await fileOf(file)])).toMatchObject({
      code: 0,
      data: expect.stringContaining('client created'),
    });
    expect((await exportAccount(db, file.client.slug, { lanes: 'out.csv' })).lanes).toEqual([
      { warehouse_id: 'EWR1', destination_prefix: '100', transit_days: 1 },
    ]);
  });
});

describe('account apply of a file that ends something', () => {
  /** A client, and the path of a file without its key, a warehouse, and with another password of its owner. */
  async function lessThanBefore() {
    const file = anAccountFile();
    const email = `owner@${file.client.slug}.example`;
    const users = (password: string) => [{ email, role: 'owner' as const, password }];
    await account(['apply', await fileOf({ ...file, users: users('first password') })]);
    const less = {
      ...file,
      warehouses: file.warehouses!.slice(1),
      api_keys: [],
      users: users('the password of the file'),
    };
    const path = await fileOf(less);
    const isWhole = async () => {
      const { client_id } = await db.prisma.membership.findFirstOrThrow({ where: { user: { email } } });
      const live = { client_id, revoked_at: null };
      return [
        await db.prisma.accessKey.count({ where: live }),
        await countRows(db, 'warehouses WHERE client_id = $1 AND enabled', client_id),
      ];
    };
    return { path, email, isWhole };
  }
  const ENDS = ['warehouse EWR1: disabled', 'key live live: revoked'];

  it('says with --dry-run what would end, and changes nothing', async () => {
    const { path, isWhole } = await lessThanBefore();
    const { code, data, comments } = await account(['apply', path, '--dry-run']);
    expect([code, comments]).toEqual([0, ['Dry run: nothing was changed.']]);
    expect(data).toMatch(/\n {2}warehouses\[EWR1\]\.enabled: true → false\n/);
    expect(data).toMatch(/\n {2}api_keys\[live live\]: revoked\n {2}api_keys\[test test\]: revoked$/);
    const json = JSON.parse((await account(['apply', path, '--dry-run', '--json'])).data);
    expect(json).toMatchObject({ dry_run: true, api_keys: [] });
    expect(json.changes).toHaveLength(3);
    expect(await isWhole()).toEqual([2, 3]);
    const other = await fileOf(anAccountFile());
    const made = JSON.parse((await account(['apply', other, '--dry-run', '--json'])).data);
    expect(made.api_keys.map(({ key, created }: { key: null; created: boolean }) => [key, created])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  it('asks the person at the terminal, and changes nothing without a yes', async () => {
    const { path, isWhole } = await lessThanBefore();
    const asked: string[] = [];
    const answer = (yes: boolean) => async (question: string) => {
      asked.push(question);
      return yes;
    };
    expect(await account(['apply', path], '', answer(false))).toEqual({
      code: 1,
      data: '',
      comments: ['Nothing was changed.'],
    });
    expect([asked, await isWhole()]).toEqual([[`${ENDS.join('\n')}\nApply it? [y/N] `], [2, 3]]);
    expect((await account(['apply', path], '', answer(true))).code).toBe(0);
    expect([asked.length, await isWhole()]).toEqual([2, [0, 2]]);
    // Nothing ends any more.
    expect((await account(['apply', path], '', answer(false))).data).toContain('nothing changed');
    expect(asked.length).toBe(2);
  });

  it.each([[['--json']], [['--yes']]])('does not ask with %s, and says what it ended', async (options) => {
    const { path, isWhole } = await lessThanBefore();
    const ask = () => Promise.reject(new Error('Nobody is to be asked.'));
    const { code, comments } = await account(['apply', path, ...options], '', ask);
    expect([code, comments.slice(0, 2), await isWhole()]).toEqual([0, ENDS, [0, 2]]);
  });

  it('says it where nobody can be asked, and sets no password back', async () => {
    const { path, email, isWhole } = await lessThanBefore();
    const { code, comments } = await account(['apply', path]);
    expect([code, comments.slice(0, 2), await isWhole()]).toEqual([0, ENDS, [0, 2]]);
    const { password_hash } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(await verifyPassword('first password', password_hash)).toBe(true);
  });
});

describe('account apply of a file with comments', () => {
  it('takes // comments, and the place of the schema, from the standard input too', async () => {
    const { client } = anAccountFile();
    const text = `// mine\n{"$schema": "./account.schema.json", "client": ${JSON.stringify(client)}} // end`;
    expect(await account(['apply', '-', '--json'], text)).toMatchObject({ code: 0, comments: [] });
    expect(await account(['apply', '-', '--json'], `\uFEFF${text}`)).toMatchObject({ code: 0, comments: [] });
    expect(await account(['apply', '-'], '{"client": {}}')).toMatchObject({
      code: 2,
      comments: [expect.anything(), expect.stringMatching(/^client\.slug: /)],
    });
    expect((await account(['apply', '-'], '{')).comments[0]).toMatch(/^standard input: /);
  });
});

describe('account init', () => {
  it('writes a file that can be applied as it is, and never over another', async () => {
    const path = join(folder, 'new.jsonc');
    expect(await account(['init', 'init-example', '--out', path])).toMatchObject({
      code: 0,
      comments: [`${path} is written. Next: npx wrs admin apply ${path}`],
    });
    const applied = await account(['apply', path]);
    expect(applied.code).toBe(0);
    expect(applied.data).toContain('live key store, shown this once: wrs_live_');
    expect((await account(['apply', path])).data).toContain('nothing changed');
    expect(await account(['init', 'init-example', '--out', path])).toMatchObject({
      code: 1,
      comments: [`${path} already exists. Choose another file with --out.`],
    });
    expect((await account(['init', 'No Slug'])).code).toBe(2);
  });

  it('explains every key of the schema, but for those of other providers', async () => {
    const { data } = await account(['init', 'acme', '--out', '-']);
    const ofOtherProviders = /^transit\.(?!provider)|^\$schema$|^profiles\[\]\.settings\./;
    for (const { path } of keysOf(accountFileJsonSchema())) {
      const name = path.replace(/^.*\./, '');
      if (!ofOtherProviders.test(path)) expect(data).toMatch(new RegExp(`// [^\n]+\n[ /]+"${name}": `));
    }
  });
});

describe('account export', () => {
  it('writes a file and its lanes that change nothing when they are applied', async () => {
    await writeFile(
      join(folder, 'lanes.csv'),
      'warehouse_id,destination_zip3,transit_days\r\n"a, ""b""",100,1\r\n',
    );
    const file = anAccountFile({
      warehouses: [{ warehouse_id: 'a, "b"', zip: '10001' }],
      transit: { provider: 'table', lanes_file: 'lanes.csv' },
    });
    await account(['apply', await fileOf(file)]);
    const out = join(folder, 'out.json');
    expect(await account(['export', file.client.slug, '--out', out, '--lanes', 'out.csv'])).toEqual({
      code: 0,
      data: '',
      comments: [],
    });
    expect(await readFile(join(folder, 'out.csv'), 'utf8')).toBe(
      await readFile(join(folder, 'lanes.csv'), 'utf8'),
    );
    expect((await account(['apply', out])).data).toContain('nothing changed');
  });
});

describe('account keys', () => {
  it('creates, lists and revokes keys', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const created = await account(['keys', 'create', slug, 'ci', '--environment', 'live']);
    expect(created.data).toMatch(/^wrs_live_\S{52}$/);
    expect(await authenticate(db, `Bearer ${created.data}`)).toMatchObject({ client_id, key_name: 'ci' });
    const list = await account(['keys', 'list', slug]);
    expect(list.data.split('\n')).toHaveLength(4);
    expect(list.data).toContain(created.data.slice(0, 20));
    expect(list.data).not.toContain(created.data);
    expect((await account(['keys', 'revoke', slug, 'ci', '-e', 'live'])).code).toBe(0);
    await expect(authenticate(db, `Bearer ${created.data}`)).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
    expect(await account(['keys', 'revoke', slug, 'ci', '-e', 'live'])).toMatchObject({
      code: 1,
      comments: [`${slug} has no active live key named ci.`],
    });
  });

  it('prints JSON when asked', async () => {
    const { slug } = await createTestAccount(db);
    const { data } = await account(['keys', 'create', slug, 'ci', '-e', 'test', '--json']);
    const { key, ...info } = JSON.parse(data);
    expect(key).toMatch(/^wrs_test_/);
    const list = JSON.parse((await account(['keys', 'list', slug, '--json'])).data);
    expect(list[2]).toEqual(info);
    expect(JSON.stringify(list)).not.toContain(key);
  });
});

describe('account users add', () => {
  const hashOf = async (email: string) =>
    (await db.prisma.user.findUniqueOrThrow({ where: { email } })).password_hash;

  it('prints the password that it made up for a new user', async () => {
    const { slug } = await createTestAccount(db);
    const { code, data } = await account([
      'users',
      'add',
      'New@one.example',
      '--client',
      slug,
      '--role',
      'owner',
    ]);
    expect(code).toBe(0);
    expect(await verifyPassword(data, await hashOf('new@one.example'))).toBe(true);
  });

  it('takes the password from the standard input, without its newline', async () => {
    const args = ['users', 'add', 'op@one.example', '--operator', '--password-stdin'];
    expect(await account(args, 'correct horse\n')).toEqual({
      code: 0,
      data: '',
      comments: ['operator op@one.example added'],
    });
    expect(await verifyPassword('correct horse', await hashOf('op@one.example'))).toBe(true);
    expect((await account(args, 'correct horse\n')).comments[0]).toBe('operator op@one.example unchanged');
    for (const refused of ['short', 'op@one.example', 'Password1', ' '.repeat(9)])
      expect((await account(args, refused)).code).toBe(2);
    expect(await verifyPassword('correct horse', await hashOf('op@one.example'))).toBe(true);
  });

  it('keeps the password of an existing user unless one is given', async () => {
    const { slug } = await createTestAccount(db);
    const args = ['users', 'add', 'keep@one.example', '--client', slug, '--role'];
    await account([...args, 'member', '--password-stdin'], 'correct horse');
    expect(await account([...args, 'owner'])).toEqual({
      code: 0,
      data: '',
      comments: ['owner keep@one.example changed'],
    });
    const env = { DATA_DIR: folder, PUBLIC_URL: 'https://wrs.example/' };
    const { screen } = await callWrs(['admin', ...args, 'owner'], { db, env });
    expect(screen).toBe('owner keep@one.example unchanged\nSign in at https://wrs.example/\n');
    expect(await verifyPassword('correct horse', await hashOf('keep@one.example'))).toBe(true);
  });

  it('wants to know whose user it is', async () => {
    const { slug } = await createTestAccount(db);
    expect((await account(['users', 'add', 'a@one.example'])).code).toBe(2);
    expect((await account(['users', 'add', 'a@one.example', '--client', slug])).code).toBe(2);
    expect((await account(['users', 'add', 'a@one.example', '--operator', '--client', slug])).code).toBe(2);
    expect((await account(['users', 'add', 'no-address', '--operator'])).code).toBe(2);
    expect(await db.prisma.user.count({ where: { email: 'a@one.example' } })).toBe(0);
  });
});

describe('account users list and remove', () => {
  it('lists the users of a client, or all with the operators', async () => {
    const { slug } = await createTestAccount(db);
    await account(['users', 'add', 'a@list.example', '--client', slug, '--role', 'owner']);
    await account(['users', 'add', 'b@list.example', '--client', slug, '--role', 'member']);
    await account(['users', 'add', 'op@list.example', '--operator']);
    const { data } = await account(['users', 'list', '--client', slug]);
    expect(data.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['EMAIL', 'ROLE', 'CLIENT'],
      ['a@list.example', 'owner', slug],
      ['b@list.example', 'member', slug],
    ]);
    const all = JSON.parse((await account(['users', 'list', '--json'])).data);
    expect(all).toContainEqual({
      email: 'op@list.example',
      role: 'operator',
      client: null,
      second_factor: false,
      created_at: expect.any(String),
    });
    expect(JSON.stringify(all)).not.toContain('scrypt');
    expect((await account(['users', 'list', '--client', 'nobody'])).code).toBe(1);
  });

  it('asks whether the keys of the person end too, and which account is meant', async () => {
    const [one, other] = [await createTestAccount(db), await createTestAccount(db)];
    const email = 'keys@gone.example';
    const add = ['users', 'add', email, '--client', one.slug, '--role', 'member'];
    await account(add);
    await account(add.with(4, other.slug));
    const made = { created_by: email };
    for (const { client_id } of [one, other])
      await db.prisma.accessKey.updateMany({ where: { client_id, environment: 'live' }, data: made });
    const live = ({ client_id }: typeof one) =>
      db.prisma.accessKey.count({ where: { client_id, revoked_at: null } });
    const remove = ['users', 'remove', email];
    expect((await account(remove)).code).toBe(2);
    const asked: string[] = [];
    const yes = async (question: string) => asked.push(question) > 0;
    expect((await account([...remove, '--client', one.slug], '', yes)).comments).toContain(
      `${email} removed. Still in ${other.slug}.`,
    );
    expect(asked).toEqual([`key live live, made by ${email}\nEnd these keys too? [y/N] `]);
    expect(await live(one)).toBe(1);
    await account([...remove, '--yes'], '', yes);
    expect([asked.length, await live(other)]).toEqual([1, 2]);
  });

  it('prints a link by which a person sets a new password', async () => {
    const { slug } = await createTestAccount(db);
    const email = 'forgot@gone.example';
    await account(['users', 'add', email, '--client', slug, '--role', 'viewer']);
    expect(await account(['users', 'reset', email])).toMatchObject({ code: 1, data: '' });
    const env = { DATA_DIR: folder, PUBLIC_URL: 'https://wrs.example/' };
    const { out } = await callWrs(['admin', 'users', 'reset', email, '--json'], { db, env });
    const { reset_url } = JSON.parse(out);
    expect(reset_url).toMatch(/^https:\/\/wrs\.example\/reset#[\w-]{43}$/);
    await resetPassword(db, reset_url.split('#')[1], 'correct horse', '192.0.2.1');
    const { password_hash } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(await verifyPassword('correct horse', password_hash)).toBe(true);
  });

  it('mails the link to the person alone where the service sends mails', async () => {
    const mails = await openMailServer();
    const { slug } = await createTestAccount(db);
    const email = 'mailed@gone.example';
    await account(['users', 'add', email, '--client', slug, '--role', 'viewer']);
    const ofMails = { SMTP_URL: mails.url, MAIL_FROM: 'wrs@wrs.example', PUBLIC_URL: 'https://wrs.example' };
    const env = { DATA_DIR: folder, ...ofMails };
    const { out } = await callWrs(['admin', 'users', 'reset', email, '--json'], { db, env });
    expect(JSON.parse(out)).toEqual({ email, reset_url: null });
    expect(await mails.mailTo(email)).toMatch(/https:\/\/wrs\.example\/reset#[\w-]{43}/);
    await mails.close();
  });

  it('turns off the second factor of a person who has lost it', async () => {
    const { slug } = await createTestAccount(db);
    const email = 'phone@gone.example';
    await account(['users', 'add', email, '--client', slug, '--role', 'viewer']);
    const reset = ['users', 'reset-second-factor', email, '--json'];
    expect((await account(reset)).code).toBe(1);
    await db.prisma.user.update({ where: { email }, data: { second_factor_at: new Date() } });
    expect(JSON.parse((await account(reset)).data)).toEqual({ email, second_factor: false });
    const list = await account(['users', 'list', '--client', slug]);
    expect(list.data.split('\n')[1]!.split(/ {2,}/)[3]).toBe('no');
  });

  it('removes a user with the sessions, whose address can be added again, to another account too', async () => {
    const { slug } = await createTestAccount(db);
    const add = ['users', 'add', 'm@gone.example', '--client', slug, '--role', 'member'];
    await account(add);
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email: 'm@gone.example' } });
    const { token } = await startSession(db, user, new Date());
    expect(await account(['users', 'remove', 'M@gone.example'])).toMatchObject({ code: 0, data: '' });
    await account(add);
    expect(await findSession(db, token, new Date(), 60)).toBeNull();
    await account(['users', 'remove', 'm@gone.example']);
    expect((await account(['users', 'list', '--client', slug])).data).not.toContain('m@gone.example');
    const other = await createTestAccount(db);
    await account(add.with(4, other.slug));
    expect((await account(['users', 'list', '--client', other.slug])).data).toContain('m@gone.example');
    await account(['users', 'remove', 'm@gone.example']);
    expect(await account(['users', 'remove', 'm@gone.example'])).toMatchObject({
      code: 1,
      comments: ['There is no user m@gone.example.'],
    });
  });

  it('says where roles come by claim that the provider lets a removed person in again', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const [email, break_glass_user] = ['claimed@gone.example', 'glass@gone.example'];
    await account(['users', 'add', break_glass_user, '--client', slug, '--role', 'owner']);
    const connect = (more: object) =>
      saveSso(
        db,
        { slug, who: COMMAND_LINE },
        {
          ...{ issuer: 'https://login.example.com', client_id: 'wrs', client_secret: 'planted-secret' },
          ...{ domains: [], break_glass_user, ...more },
        },
      );
    const removed = async () => {
      await account(['users', 'add', email, '--client', slug, '--role', 'member']);
      return (await account(['users', 'remove', email])).comments.join('\n');
    };
    await connect({});
    expect(await removed()).not.toContain('lets them in again');
    await connect({ role_claim: 'groups' });
    expect(await removed()).toContain('lets them in again');
    expect(await db.prisma.membership.count({ where: { client_id } })).toBe(1);
  });
});

describe('account plan', () => {
  it('puts a client on a plan with numbers of its own', async () => {
    const { slug, keys } = await createTestAccount(db);
    const set = await account([
      'plan',
      'set',
      slug,
      'starter',
      '--routed-orders',
      '7',
      '--status',
      'trialing',
      '--json',
    ]);
    expect(JSON.parse(set.data)).toEqual({
      code: 'starter',
      routed_orders_limit: 7,
      routed_orders_period: 'month',
      inventory_rows_limit: 150_000,
      subscription_status: 'trialing',
    });
    expect(await authenticate(db, `Bearer ${keys.live}`)).toMatchObject({
      plan: { code: 'starter', routed_orders_limit: 7 },
      subscription_status: 'trialing',
    });
    const kept = await account(['plan', 'set', slug, 'pro']);
    expect(kept.data.split('\n')[1]).toMatch(/^pro +7 a month +500,000$/);
    const unset = await account(['plan', 'set', slug, 'starter', '--routed-orders', 'none']);
    expect(unset.data.split('\n')[1]).toMatch(/^starter +10,000 a month +150,000$/);
  });

  it('lists plans and changes their numbers', async () => {
    const edited = await account(['plan', 'edit', 'enterprise', '--routed-orders', '9']);
    expect(edited.data.split('\n')[1]).toMatch(/^enterprise +9 a month +no limit$/);
    await account(['plan', 'edit', 'enterprise', '--routed-orders', 'none']);
    const { data } = await account(['plan', 'list']);
    expect(data.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['PLAN', 'ROUTED ORDERS', 'INVENTORY ROWS AN UPLOAD'],
      ['trial', '15 in total', '50,000'],
      ['starter', '10,000 a month', '150,000'],
      ['pro', '100,000 a month', '500,000'],
      ['enterprise', 'no limit', 'no limit'],
    ]);
  });

  it('refuses numbers that are none, and unknown plans', async () => {
    const { slug } = await createTestAccount(db);
    expect((await account(['plan', 'set', slug, 'pro', '--routed-orders', '-1'])).code).toBe(2);
    expect((await account(['plan', 'set', slug, 'pro', '--inventory-rows', '99999999999'])).code).toBe(2);
    expect(await account(['plan', 'set', slug, 'gold'])).toMatchObject({
      code: 1,
      comments: ['There is no plan gold.'],
    });
    expect(await account(['plan', 'set', 'nobody', 'pro'])).toMatchObject({
      code: 1,
      comments: ['There is no client nobody.'],
    });
  });
});

describe('account sso', () => {
  it('shows the records of the domains, proves one by word, and ends single sign-on', async () => {
    const { slug } = await createTestAccount(db);
    const [email, domain] = ['o@sso.example', `${slug}.example`];
    await account(['users', 'add', email, '--client', slug, '--role', 'owner']);
    const none = await account(['sso', 'show', slug]);
    expect(none).toMatchObject({ code: 0, data: '', comments: [`${slug} has no single sign-on.`] });
    await saveSso(
      db,
      { slug, who: COMMAND_LINE },
      {
        ...{ issuer: 'https://login.example.com', client_id: 'wrs', client_secret: 'planted-secret' },
        ...{ domains: [domain], break_glass_user: email },
      },
    );
    const shown = await account(['sso', 'show', slug]);
    expect(shown.data).toMatch(/^https:\/\/login\.example\.com\n/);
    expect(shown.data).toContain(`_warehouse-routing.${domain}`);
    const proved = await account(['sso', 'prove', slug, domain, '--json']);
    expect(JSON.parse(proved.data).domains).toMatchObject([{ domain, proved_by: 'operator' }]);
    expect(proved.data).not.toContain('planted-secret');
    expect(await account(['sso', 'prove', slug, 'other.example'])).toMatchObject({ code: 1, data: '' });
    expect(JSON.parse((await account(['sso', 'remove', slug, '--json'])).data)).toMatchObject({
      sso: null,
      domains: [],
    });
  });
});

describe('the audit log', () => {
  it('has what the command line did, each change once', async () => {
    const { slug, client_id } = await createTestAccount(db);
    await account(['keys', 'create', slug, 'new', '-e', 'test']);
    await account(['users', 'add', 'o@audit.example', '--client', slug, '--role', 'owner']);
    await account(['users', 'add', 'o@audit.example', '--client', slug, '--role', 'owner']);
    await account(['plan', 'set', slug, 'starter']);
    await account(['keys', 'revoke', slug, 'new', '-e', 'test']);
    await account(['users', 'add', 'operator@audit.example', '--operator']);
    const entries = await db.prisma.auditEntry.findMany({
      where: { OR: [{ client_id }, { subject: 'users/operator@audit.example' }] },
      orderBy: { id: 'asc' },
    });
    expect(new Set(entries.map((entry) => entry.actor_kind))).toEqual(new Set(['command_line']));
    expect(entries.map((entry) => entry.action)).toEqual([
      'account.apply',
      'api_keys.create',
      'users.change',
      'clients.change',
      'api_keys.revoke',
      'operators.change',
    ]);
    expect(entries[3]!.changes).toEqual([{ path: 'client.plan', before: 'pro', after: 'starter' }]);
  });
});

describe('account', () => {
  it('shows its help on request and exits with 0, on a wrong call with 2', async () => {
    const help = await account(['--help']);
    expect(help).toMatchObject({ code: 0, comments: [] });
    expect(help.data).toContain('apply');
    expect(await account(['aply'])).toMatchObject({ code: 2, data: '' });
    expect(await account(['apply'])).toMatchObject({ code: 2, data: '' });
    expect(await account([])).toMatchObject({ code: 2, data: '' });
  });
});
