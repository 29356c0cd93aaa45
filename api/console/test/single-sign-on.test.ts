import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { aPerson } from '../../test/account/people.ts';
import { hasBrowser, type OpenConsole, openConsole } from './open-console.ts';
import { violations } from './violations.ts';

let service: OpenConsole;
beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service?.close());

describe.skipIf(!hasBrowser)('single sign-on', () => {
  it('is set up by an owner, who is told how to prove a domain; an operator confirms it', async () => {
    const { client_id, slug } = await createTestAccount(service.db);
    const { email, token } = await aPerson(service.db, 'owner', client_id);
    const page = await service.window({ token });
    await page.goto('/single-sign-on');
    await page.getByRole('button', { name: 'Set it up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Issuer').fill('http://id.example');
    await dialog.getByLabel('Client ID').fill('wrs');
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill('secret');
    await dialog.getByLabel('Mail domains').pressSequentially('acme.example gmail.com ');
    await dialog.getByLabel('Role claim').fill('groups');
    await dialog.getByLabel('Values for owner').pressSequentially('admins,');
    expect(await violations(page, '[role=dialog]')).toEqual([]);
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await dialog.getByText('must begin with https://').waitFor();
    await dialog.getByLabel('Issuer').fill('https://id.example');
    await save.click();
    await dialog.getByText('is a domain where anybody can have an address').waitFor();
    await dialog.getByLabel('Mail domains').press('Backspace');
    await save.click();
    await page.getByText('Single sign-on saved.').waitFor();
    await page.getByText('From the claim groups: admins → owner.').waitFor();
    await page.getByText(`Break glass: ${email}`).waitFor();
    await page.getByText('https://wrs.example/account/v1/session/sso/callback').waitFor();
    expect(await page.getByLabel('Require single sign-on of every user').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Check acme.example' }).click();
    await page.getByText('acme.example is not proved yet').waitFor();
    expect(await violations(page)).toEqual([]);

    const operator = await service.window(await aPerson(service.db, 'operator'));
    await operator.goto(`/single-sign-on?client=${slug}`);
    await operator.getByRole('button', { name: 'Confirm acme.example' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Confirm domain' }).click();
    await operator.getByText('confirmed by an operator').waitFor();

    // Without a new secret, the present one stays.
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Role claim').fill('');
    await save.click();
    await page.getByText('Set on the Users page.').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No single sign-on yet').waitFor();
    await page.goto('/history?tab=audit');
    await page.getByText('Domain of single sign-on proved by an operator').waitFor();
  });
});
