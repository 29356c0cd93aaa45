import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../shared/testing/mail-server.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { openApi, type TestApi } from '../api.ts';
import { aPerson, PASSWORD } from './people.ts';

const lines: object[] = [];
let api: TestApi;
let mails: MailServer;
beforeAll(async () => {
  mails = await openMailServer();
  const db = await createTestDatabase();
  const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  api = await openApi(db, { smtpUrl: mails.url, mailFrom: 'wrs@wrs.example', logger });
  return async () => {
    await api.close();
    await mails.close();
    await db.close();
  };
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) {
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body };
}

const post = (path: string, payload: object, headers = {}) =>
  call('POST', `/account/v1/${path}`, payload, headers);

const linkIn = (mail: string) => /https:\/\/wrs\.example(\/\w+)#([\w-]{43})/.exec(mail)!;

it('invitations are mailed, also those of an account file, and a scanner that opens the link uses nothing up', async () => {
  const { client_id, slug } = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const email = 'new@mailed.example';
  const { body } = await post('users', { email, role: 'viewer' }, owner.headers);
  expect(JSON.parse(body)).toMatchObject({ mailed: true, invitation_url: null });
  const mail = await mails.mailTo(email);
  expect(mail).toContain(`${owner.email} invites you`);
  const [, path, token] = linkIn(mail);
  await call('GET', path!);
  await call('GET', '/account/v1/session/invitation');
  await post('session/link', { token, kind: 'invitation' });
  expect((await post('session/invitation', { token, password: PASSWORD })).status).toBe(200);

  const users = [
    { email: owner.email, role: 'owner' },
    { email, role: 'viewer' },
    { email: 'file@mailed.example', role: 'member' },
  ];
  const file = { client: { slug }, users };
  await call('PUT', '/account/v1/account?dry_run=true', file, owner.headers);
  const applied = await call('PUT', '/account/v1/account', file, owner.headers);
  expect(JSON.parse(applied.body).users).toEqual([{ email: 'file@mailed.example', invitation_url: null }]);
  expect(linkIn(await mails.mailTo('file@mailed.example'))[1]).toBe('/invitation');
  expect(mails.count()).toBe(0);
});

it('a forgotten password is set anew by a mailed link, and no answer tells who has an account', async () => {
  const { client_id } = await createTestAccount(api.db);
  const { email } = await aPerson(api.db, 'member', client_id);
  const asked = await post('session/forgot', { email: ` ${email.toUpperCase()}` });
  expect(await post('session/forgot', { email: 'nobody@mailed.example' })).toEqual(asked);
  const [, path, token] = linkIn(await mails.mailTo(email));
  await call('GET', path!);
  // Another link so soon would make somebody's mailbox full, and end the one that is on its way.
  await post('session/forgot', { email });
  expect((await post('session/reset', { token, new_password: 'another password' })).status).toBe(204);
  expect((await post('session', { email, password: 'another password' })).status).toBe(200);
  const answers: number[] = [];
  for (let n = 0; n < 18; n += 1)
    answers.push((await post('session/forgot', { email: `${n}@mailed.example` })).status);
  expect(answers.filter((status) => status === 429)).toHaveLength(1);
  expect(mails.count()).toBe(0);
});

it('somebody is told that their second factor was reset', async () => {
  const { client_id } = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const { email } = await aPerson(api.db, 'member', client_id);
  await api.db.prisma.user.update({ where: { email }, data: { second_factor_at: new Date() } });
  await call('DELETE', `/account/v1/users/${email}/second-factor`, undefined, owner.headers);
  expect(await mails.mailTo(email)).toContain(`${owner.email} turned off the second factor`);
});

it('a mail is tried again where the server is busy, and one that is refused is in the log without its link', async () => {
  const { client_id } = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const invite = (email: string) => post('users', { email, role: 'viewer' }, owner.headers);
  mails.refusals.push(451);
  await invite('busy@mailed.example');
  const [, , token] = linkIn(await mails.mailTo('busy@mailed.example'));
  expect((await post('session/link', { token, kind: 'invitation' })).status).toBe(200);
  mails.refusals.push(550);
  await invite('refused@mailed.example');
  await expect.poll(() => lines.length).toBe(1);
  expect(lines).toMatchObject([{ msg: 'a mail was not sent' }]);
  expect(JSON.stringify(lines)).not.toMatch(/invitation#/);
});
