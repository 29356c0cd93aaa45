import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { aPerson, PASSWORD } from '../../test/account/people.ts';
import { hasBrowser, type OpenConsole, openConsole } from './open-console.ts';
import { violations } from './violations.ts';

let service: OpenConsole;
beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

describe.skipIf(!hasBrowser)('a second factor', () => {
  it('is set up where the account requires it, and asked for at the next sign-in', async () => {
    const { client_id } = await createTestAccount(service.db, { client: { require_second_factor: true } });
    const { email, token } = await aPerson(service.db, 'member', client_id);
    const page = await service.window({ token });
    await page.goto('/orders');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await page.getByLabel('Key').textContent())!;
    const code = async (steps: number) =>
      generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('is not the code that the app shows').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(await code(0));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await page.getByLabel('Secret').textContent())!.split('\n');
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Orders' }).waitFor();

    const again = await service.window();
    await again.goto('/users');
    await again.getByLabel('Email').fill(email);
    await again.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in' }).click();
    const field = again.getByRole('textbox', { name: 'Code' });
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    await field.fill(await code(1));
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByRole('button', { name: `Signed in as ${email}` }).click();
    await again.getByRole('menuitem', { name: 'Second factor' }).click();
    await again.getByText('with 10 recovery codes left').waitFor();
    expect(await violations(again, '[role=dialog]')).toEqual([]);
  });
});
