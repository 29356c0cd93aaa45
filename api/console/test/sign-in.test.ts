import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../../../shared/testing/mail-server.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { aPerson, PASSWORD } from '../../test/account/people.ts';
import { hasBrowser, type OpenConsole, openConsole } from './open-console.ts';
import { violations } from './violations.ts';

const NEW_PASSWORD = 'another horse battery';

let mails: MailServer;
let service: OpenConsole;
let client_id: number;
beforeAll(async () => {
  mails = await openMailServer();
  service = await openConsole({ SMTP_URL: mails.url, MAIL_FROM: 'wrs@wrs.example' });
  ({ client_id } = await createTestAccount(service.db));
});
afterAll(async () => {
  await service?.close();
  await mails.close();
});

/** Waits until a field has the focus, and types into it. */
async function type(page: Page, field: string, text: string, then: 'Tab' | 'Enter'): Promise<void> {
  await page.getByRole('textbox', { name: field }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press(then);
}

/** Gives the focus to a button as Tab does. */
async function tabTo(page: Page, button: string): Promise<void> {
  const target = page.getByRole('button', { name: button }).and(page.locator(':focus'));
  for (let steps = 0; (await target.count()) === 0; steps++) {
    expect(steps).toBeLessThan(10);
    await page.keyboard.press('Tab');
  }
}

const isIn = (page: Page, email: string) =>
  page.getByText(`Signed in as ${email}`).waitFor({ state: 'attached' });

/** What the browser's own password manager finds wrong with a page: Chromium says it to developers. */
function notesOn(page: Page): string[] {
  const notes: string[] = [];
  page.on('console', (message) => message.text().startsWith('[DOM]') && notes.push(message.text()));
  return notes;
}

/**
 * Fills in the open password form as a password manager does: it goes by `autocomplete` alone, gives no field the focus, and
 * presses no key. Returns whose password it takes it for.
 */
function fillAsManager(page: Page, fields: Readonly<Record<string, string>>): Promise<string> {
  return page.evaluate(`(() => {
    const form = document.querySelector('form:has(input[type=password])');
    const field = (name) => form.querySelector('input[autocomplete="' + name + '"]');
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      setValue.call(field(name), value);
      for (const event of ['input', 'change']) field(name).dispatchEvent(new Event(event, { bubbles: true }));
    }
    return field('username').value;
  })()`);
}

describe.skipIf(!hasBrowser)('signing in', () => {
  it('takes the keyboard alone, also for the code of a second factor', async () => {
    const person = await aPerson(service.db, 'member', client_id);
    const { email, headers } = person;
    const post = async (path: string, body: object) => {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answer = await fetch(`${service.url}/account/v1/${path}`, {
        ...sent,
        body: JSON.stringify(body),
      });
      return answer.json() as Promise<{ otpauth_url: string; recovery_codes: string[] }>;
    };
    const secret = new URL((await post('second-factor', {})).otpauth_url).searchParams.get('secret')!;
    const { recovery_codes } = await post('second-factor/confirm', { code: await generate({ secret }) });

    const page = await service.window();
    await page.goto('/orders');
    await type(page, 'Email', email, 'Tab');
    await type(page, 'Password', 'not mine', 'Enter');
    await page.getByText('Incorrect e-mail address or password.').waitFor();
    await page.keyboard.press('Control+A');
    await type(page, 'Password', PASSWORD, 'Enter');
    await type(page, 'Code', recovery_codes[0]!, 'Enter');
    await isIn(page, email);
    expect(new URL(page.url()).pathname).toBe('/orders');
  });

  it('is filled in by a password manager, which knows whose password each form is about', async () => {
    const { email } = await aPerson(service.db, 'owner', client_id);
    const page = await service.window();
    const notes = notesOn(page);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillAsManager(page, { username: email, 'current-password': PASSWORD });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isIn(page, email);

    await page.getByRole('button', { name: `Signed in as ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    const passwords = { 'current-password': PASSWORD, 'new-password': NEW_PASSWORD };
    await page.getByRole('dialog').getByRole('textbox', { name: 'New password' }).waitFor();
    expect(await fillAsManager(page, passwords)).toBe(email);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();

    const longAgo = { confirmed_at: new Date(Date.now() - 16 * 60_000) };
    await service.db.prisma.session.updateMany({ where: { user: { email } }, data: longAgo });
    await page.goto('/api-access');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('shop');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).waitFor();
    expect(await fillAsManager(page, { 'current-password': NEW_PASSWORD })).toBe(email);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByLabel('Secret').waitFor();
    expect(notes).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('a forgotten password', () => {
  it('is set anew by the keyboard, through the mail, and the old one is refused', async () => {
    const { email } = await aPerson(service.db, 'member', client_id);
    const page = await service.window();
    const notes = notesOn(page);
    await page.goto('/');
    await type(page, 'Email', email, 'Tab');
    await tabTo(page, 'Forgot password?');
    await page.keyboard.press('Enter');
    await type(page, 'Email', '', 'Enter');
    await page.getByText('we have emailed it a link').waitFor();
    expect(await violations(page)).toEqual([]);

    const mail = await mails.mailTo(email);
    const link = new URL(/https:\/\/wrs\.example\/\S+/.exec(mail)![0]);
    expect(link.search).toBe('');
    await page.goto(`${link.pathname}${link.hash}`);
    await page.getByText(`A new password for ${email}.`).waitFor();
    expect(page.url()).toBe(`${service.url}${link.pathname}`);
    expect(await violations(page)).toEqual([]);
    expect(await fillAsManager(page, { 'new-password': NEW_PASSWORD })).toBe(email);
    await tabTo(page, 'Set password');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await type(page, 'Email', email, 'Tab');
    await type(page, 'Password', PASSWORD, 'Enter');
    await page.getByText('Incorrect e-mail address or password.').waitFor();
    await fillAsManager(page, { 'current-password': NEW_PASSWORD });
    await page.keyboard.press('Enter');
    await isIn(page, email);

    await page.goto(`${link.pathname}${link.hash}`);
    await page.getByText('This link was used or replaced').waitFor();
    expect(notes).toEqual([]);
  });
});
