import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveSso } from '../../../shared/account/sso-connection.ts';
import { proveDomain } from '../../../shared/account/sso-domains.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { listenHere } from '../../../shared/testing/local-server.ts';
import { type OpenIdProvider, openOpenIdProvider } from '../../../shared/testing/openid-provider.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { aPerson } from '../../test/account/people.ts';
import { hasBrowser, meanIt, type OpenConsole, openConsole } from './open-console.ts';
import { violations } from './violations.ts';

let provider: OpenIdProvider;
let service: OpenConsole;
beforeAll(async () => {
  // The provider must know before where it sends people back to.
  const free = createServer();
  const { url, close } = await listenHere(free);
  await close();
  provider = await openOpenIdProvider(`${url}/account/v1/session/sso/callback`);
  service = await openConsole({ PORT: new URL(url).port, PUBLIC_URL: url, SSO_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
});

/** Whether the menu of the person offers to link with a provider. */
async function offersLink(page: Page): Promise<boolean> {
  await page.getByRole('button', { name: /Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  const offers = await page.getByRole('menuitem', { name: 'Link single sign-on' }).count();
  await page.keyboard.press('Escape');
  return offers > 0;
}

describe.skipIf(!hasBrowser)('single sign-on', () => {
  it('is tested and linked by an owner, who then signs in by it, and confirms by it', async () => {
    const { client_id, slug } = await createTestAccount(service.db);
    const { email, token } = await aPerson(service.db, 'owner', client_id);
    const { issuer, client_id: oidc_client_id, client_secret } = provider;
    const domains = [email.split('@')[1]!];
    const sso = { issuer, client_id: oidc_client_id, client_secret, domains, break_glass_user: email };
    const by = { slug, who: COMMAND_LINE };
    await saveSso(service.db, by, sso);
    await proveDomain(service.db, by, domains[0]!);
    provider.person = { sub: 'owner at the provider', email, email_verified: true };

    const page = await service.window({ token });
    await page.goto('/single-sign-on');
    expect(await offersLink(page)).toBe(true);
    await page.getByRole('button', { name: 'Test sign-on' }).click();
    const said = page.getByLabel('What the provider said');
    await said.waitFor();
    expect(JSON.parse((await said.textContent())!)).toMatchObject(provider.person);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Link my account' }).click();
    await page.getByText('1 of 1 users').waitFor();

    const other = await service.window();
    await other.goto('/single-sign-on');
    await other.getByRole('button', { name: 'Use single sign-on' }).click();
    await other.getByRole('textbox', { name: 'Email' }).and(other.locator(':focus')).waitFor();
    await other.keyboard.type('somebody@nowhere.example');
    await other.getByRole('button', { name: 'Use single sign-on' }).click();
    await other.getByText('There is no single sign-on for this').waitFor();
    await other.getByLabel('Email').fill(email);
    await other.getByRole('button', { name: 'Use single sign-on' }).click();
    await other.getByText(`Signed in as ${email}`).waitFor({ state: 'attached' });
    const required = other.getByLabel('Require single sign-on for every user');
    await required.waitFor({ state: 'attached' });
    expect(await required.isDisabled()).toBe(false);

    provider.person = { sub: 'stranger', email: `stranger@${domains[0]}`, email_verified: true };
    const stranger = await service.window();
    await stranger.goto('/');
    await stranger.getByLabel('Email').fill(email);
    await stranger.getByRole('button', { name: 'Use single sign-on' }).click();
    await stranger.getByRole('heading', { name: 'Single sign-on failed' }).waitFor();
    await stranger.getByText('You are not invited to this account. Ask one of its owners.').waitFor();
    await stranger.getByRole('link', { name: 'Back to the console' }).click();
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
    provider.person = { sub: 'owner at the provider', email, email_verified: true };

    const longAgo = { confirmed_at: new Date(Date.now() - 16 * 60_000) };
    await service.db.prisma.session.updateMany({ where: { user: { email } }, data: longAgo });
    await other.getByRole('button', { name: 'Remove', exact: true }).click();
    // It is tried before it is asked about, and to try it needs the person too.
    const confirmed = other.context().waitForEvent('page');
    await other.getByRole('button', { name: 'Open provider' }).click();
    await (await confirmed).getByText(`Signed in as ${email}`).waitFor({ state: 'attached' });
    await other.getByRole('button', { name: 'Continue' }).click();
    await meanIt(other);
    // Single sign-on has ended, and the session by it too.
    await other.getByRole('button', { name: 'Use single sign-on' }).waitFor();
  });
});
