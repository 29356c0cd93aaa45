import type { Page } from 'playwright-core';
import { visit } from './open-console.ts';

/** What opens over a page. */
type Kind = 'dialog' | 'menu' | 'listbox';

/** Each dialog, menu and list of the console: what it is, its page, and what is pressed there one after another. */
interface Opening {
  readonly kind: Kind;
  readonly path: string;
  readonly presses: readonly (string | RegExp)[];
  readonly forOperators?: true;
}

const on = (path: string, ...all: readonly (readonly [Kind, ...(string | RegExp)[]])[]): Opening[] =>
  all.map(([kind, ...presses]) => ({ kind, path, presses }));

/** In the demo account, with addresses as in STATES. None of them changes anything before it is confirmed. */
export const DIALOGS: readonly Opening[] = [
  ...on(
    '/orders?status=PARTIAL',
    ['menu', 'Bulk actions'],
    ['dialog', 'Bulk actions', 'Release…'],
    ['dialog', 'Bulk actions', 'Route these again…'],
    ['menu', 'Views'],
    ['dialog', 'Views', 'Save this view…'],
    ['menu', 'Columns'],
    ['menu', 'Add filter'],
    ['listbox', 'Add filter', 'Ships from', 'Ships from'],
  ),
  ...on('/orders/$orderId', ['dialog', 'Reroute…'], ['dialog', 'Release…']),
  ...on('/runs/$runId', ['menu', 'Download'], ['dialog', /^Reroute: /]),
  ...on(
    '/what-ifs/$whatIfId',
    ['dialog', 'Apply to the account…'],
    ['dialog', 'Delete…'],
    ['dialog', 'DEMO-000'],
  ),
  ...on('/inventory', ['dialog', 'Upload stock']),
  ...on('/inventory/$sku', ['dialog', /^Correct stock at /]),
  ...on(
    '/warehouses',
    ['dialog', 'CSV'],
    ['dialog', 'Add warehouse'],
    ['dialog', 'Edit Edison NJ'],
    ['dialog', 'Edison NJ enabled'],
  ),
  ...on(
    '/settings',
    ['dialog', 'Change delivery days'],
    ['listbox', 'Change delivery days', 'Add public holidays', 'Country'],
  ),
  ...on(
    '/profiles',
    ['dialog', 'Add profile'],
    ['dialog', 'Edit Wholesale'],
    ['dialog', 'Remove Wholesale'],
    ['dialog', 'Wholesale enabled'],
  ),
  ...on(
    '/item-control',
    ['dialog', 'Add rule'],
    ['dialog', 'Edit rule for LAMP-300'],
    ['dialog', 'Remove rule for LAMP-300'],
  ),
  ...on('/rates', ['dialog', 'Change rates'], ['dialog', 'Remove'], ['dialog', /^Edison NJ/]),
  ...on(
    '/api-access',
    ['dialog', 'Create key'],
    ['dialog', 'Create token'],
    ['dialog', 'Revoke'],
    ['dialog', 'Roll'],
  ),
  ...on(
    '/webhooks',
    ['dialog', 'Add endpoint'],
    ['dialog', 'Edit https://shop.example/hooks'],
    ['dialog', 'New secret'],
    ['dialog', 'Remove'],
    ['dialog', 'Orders without shipment'],
  ),
  ...on('/users', ['dialog', 'Invite user'], ['dialog', 'Require a second factor']),
  ...on('/single-sign-on', ['dialog', 'Edit'], ['dialog', 'Remove']),
  ...on('/history', ['dialog', /^\d+$/]),
  ...on('/history?tab=audit', ['dialog', 'Account file applied']),
  ...on(
    '/usage',
    ['dialog', 'Search'],
    ['menu', 'Signed in as'],
    ['dialog', 'Signed in as', 'Change password'],
    ['dialog', 'Signed in as', 'Second factor'],
    ['dialog', 'Signed in as', 'Sessions'],
  ),
  ...on('/clients', ['dialog', 'Add client'], ['dialog', 'Edit']).map((each) => ({
    ...each,
    forOperators: true as const,
  })),
];

const PRESSED = ['menuitem', 'button', 'combobox'] as const;

/** Closes all that is open over a page. What the top bar has opened stays open when the page is left. */
export async function closeAll(page: Page): Promise<void> {
  const open = page.locator('[role="dialog"], [role="menu"], [role="listbox"]').filter({ visible: true });
  for (const each of (await open.all()).toReversed()) {
    await page.keyboard.press('Escape');
    await each.waitFor({ state: 'hidden' });
  }
}

/** Opens one, and returns the selector of it. */
export async function openDialog(page: Page, { kind, presses }: Opening, address: string): Promise<string> {
  await closeAll(page);
  await visit(page, address);
  for (const name of presses) {
    const [first, ...others] = PRESSED.map((role) => page.getByRole(role, { name }));
    const pressed = others.reduce((all, each) => all.or(each), first!).first();
    const toggled = page.getByRole('switch', { name });
    await pressed.or(toggled).first().waitFor({ state: 'attached' });
    // A switch is drawn by its label.
    if ((await toggled.count()) > 0) await toggled.press(' ');
    else await pressed.click();
  }
  const opened = `[role="${kind}"]`;
  await page.locator(opened).filter({ visible: true }).first().waitFor();
  return opened;
}
