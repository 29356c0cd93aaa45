import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';

const HELP = `Usage: npm run check console-pictures -- --url URL --email EMAIL --password=PASSWORD [options]

Signs in to a console that is running, and takes a picture of each page at 1280 and 390 px, light and dark.
What a client without data sees, and what a member may not see, shows to whoever signs in as one.

Options:
  --out FOLDER     where pictures go (console-pictures)
  --state STATE    data (the default), slow (nothing is answered), error (everything is refused) or away (no connection)
  --query QUERY    added to every address: environment=test, or client=SLUG for an operator
  --operator       the pages of operators
  --whole          the whole page, and not only its visible part
`;

const WIDTHS = [1280, 390];
const THEMES = ['light', 'dark'] as const;

/** The pages of an account, with names for their pictures. The pages of one order, run and product are opened by a click. */
const PAGES = [
  ['overview', '/'],
  ['orders', '/orders'],
  ['bulk-actions', '/bulk-actions'],
  ['runs', '/runs'],
  ['new-run', '/runs/new'],
  ['inventory', '/inventory'],
  ['try', '/try'],
  ['warehouses', '/warehouses'],
  ['settings', '/settings'],
  ['profiles', '/profiles'],
  ['item-control', '/item-control'],
  ['transit', '/transit'],
  ['api-access', '/api-access'],
  ['users', '/users'],
  ['usage', '/usage'],
  ['history', '/history'],
  ['audit', '/history?tab=audit'],
  ['no-such-page', '/nowhere'],
] as const;

const OPERATOR_PAGES = [
  ['clients', '/clients'],
  ['service', '/service'],
  ['service-audit', '/service?tab=audit'],
  ['operator-overview', '/?client=demo'],
  ['no-client', '/'],
] as const;

/** Pages of one thing: the name of its picture, its list, and its address if the list is empty. */
const DETAILS = [
  ['order', '/orders?status=PARTIAL_SPLIT', '/orders/SO-1'],
  ['run', '/runs', '/runs/1'],
  ['sku', '/inventory', '/inventory/SKU-1'],
] as const;

/** Dialogs and menus: the name of its picture, the page, and the button that opens it. */
const DIALOGS = [
  ['search', '/', 'Search'],
  ['person-menu', '/', 'Signed in as'],
  ['bulk-menu', '/orders?status=PARTIAL', 'Bulk actions'],
  ['reroute', '/orders/EARLIER-DEMO-000005', 'Reroute…'],
  ['release', '/orders/EARLIER-DEMO-000005', 'Release…'],
  ['upload-stock', '/inventory', 'Upload stock'],
  ['add-warehouse', '/warehouses', 'Add warehouse'],
  ['add-profile', '/profiles', 'Add profile'],
  ['add-rule', '/item-control', 'Add rule'],
  ['create-key', '/api-access', 'Create key'],
  ['add-user', '/users', 'Add user'],
] as const;

/** Long, because the machine may be busy. It only detects a page that hangs. */
const HANGS_AFTER_MS = 150_000;

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      out: { type: 'string', default: 'console-pictures' },
      state: { type: 'string', default: 'data' },
      query: { type: 'string', default: '' },
      operator: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
    },
  });
  const { url, email, password } = values;
  if (!url || !email || !password) {
    process.stdout.write(HELP);
    process.exitCode = 1;
    return;
  }
  await mkdir(values.out, { recursive: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args });
  try {
    for (const width of WIDTHS) {
      for (const theme of THEMES) await takeAll(browser, { ...values, url, email, password, width, theme });
    }
  } finally {
    await browser.close();
  }
}

interface Options {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly out: string;
  readonly state: string;
  readonly query: string;
  readonly operator: boolean;
  readonly whole: boolean;
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
}

async function takeAll(browser: Browser, options: Options): Promise<void> {
  const { url, email, password, out, state, query, operator, whole, width, theme } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 860 },
    colorScheme: theme,
  });
  context.setDefaultTimeout(HANGS_AFTER_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`));
  page.on('console', (message) => {
    if (message.type() === 'error') process.stdout.write(`${page.url()}: ${message.text()}\n`);
  });
  const take = async (name: string) => {
    await settled(page, state);
    await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`), fullPage: whole });
  };
  const open = (path: string) =>
    page.goto(query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`);
  await page.goto('/');
  if (state === 'data') await take('sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const details: [name: string, path: string][] = [];
  for (const [name, list, otherwise] of operator ? [] : DETAILS) {
    await open(list);
    details.push([name, (await firstOf(page)) ?? otherwise]);
  }
  if (state !== 'data') await page.route(READS, (route) => refuse(route, state));
  for (const [name, path] of operator ? OPERATOR_PAGES : [...PAGES, ...details]) {
    await open(path);
    await take(name);
  }
  if (state === 'data' && !operator) {
    for (const [name, path, button] of DIALOGS) {
      await open(path);
      await settled(page, state);
      const opener = page.getByRole('button', { name: button }).first();
      if ((await opener.count()) === 0) continue; // a member has fewer, a client without data too
      await opener.click();
      await take(`dialog-${name}`);
    }
  }
  await context.close();
}

/** The address of the first row of the open list; null if it has none. */
async function firstOf(page: Page): Promise<string | null> {
  await settled(page, 'data');
  const row = page.locator('tbody tr[data-index="0"]');
  if ((await row.count()) === 0) return null;
  const before = new URL(page.url()).pathname;
  await row.click();
  await page.waitForURL(({ pathname }) => pathname !== before);
  return new URL(page.url()).pathname;
}

/** Requests of a page, without the one for the session. */
const READS = (url: URL) => url.pathname.startsWith('/account/v1/') && url.pathname !== '/account/v1/session';

/** Does not answer, answers an error, or breaks the connection. */
async function refuse(route: Route, state: string): Promise<void> {
  if (state === 'slow') return;
  if (state === 'away') return route.abort('connectionrefused');
  const body = JSON.stringify({
    detail: 'The service cannot reach its database or queue.',
    code: 'unavailable',
  });
  await route.fulfill({ status: 503, contentType: 'application/json', body });
}

/** Waits until the page is drawn and nothing loads any more. */
async function settled(page: Page, state: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).or(page.locator('form')).first().waitFor();
  if (state === 'slow') return;
  await page.waitForLoadState('networkidle');
  // Shown while data, a map or charts load.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
