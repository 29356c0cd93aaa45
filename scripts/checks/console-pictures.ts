import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';

const HELP = `Usage: npm run console-pictures -- --url URL --email EMAIL --password=PASSWORD [options]

Signs in to a console that is running, and takes a picture of each page at 1280 and 390 px, light and dark.

Options:
  --out FOLDER     where pictures go (console-pictures)
  --state STATE    data (the default), slow (nothing is answered) or error (everything is refused)
  --query QUERY    stands in every address: environment=test, or client=SLUG for an operator
  --operator       the pages of operators
  --whole          the whole page, and not only what is in sight
`;

const WIDTHS = [1280, 390];
const THEMES = ['light', 'dark'] as const;

/** The pages of an account, with names for their pictures. Those of one order, run and product are found by a click. */
const PAGES = [
  ['overview', '/'],
  ['orders', '/orders'],
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
] as const;

/** Pages of one thing: a list, and the name of its picture. */
const DETAILS = [
  ['order', '/orders?status=PARTIAL_SPLIT'],
  ['run', '/runs'],
  ['sku', '/inventory'],
] as const;

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
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Overview/ }).waitFor();
  if (state !== 'data') await page.route(READS, (route) => refuse(route, state));
  const pages = operator
    ? ([
        ['clients', '/clients'],
        ['service', '/service'],
        ['service-audit', '/service?tab=audit'],
        ['operator-overview', '/?client=demo'],
      ] as const)
    : PAGES;
  for (const [name, path] of pages) {
    await open(path);
    await take(name);
  }
  for (const [name, path] of operator || state !== 'data' ? [] : DETAILS) {
    await open(path);
    await page.locator('tbody tr[data-index="0"]').click();
    await page.waitForURL((url) => url.pathname !== new URL(path, url).pathname);
    await take(name);
  }
  await context.close();
}

/** What a page reads beside who is signed in. */
const READS = (url: URL) => url.pathname.startsWith('/account/v1/') && url.pathname !== '/account/v1/session';

/** Answers nothing, or that nothing can be answered. */
async function refuse(route: Route, state: string): Promise<void> {
  if (state === 'slow') return;
  const body = JSON.stringify({
    detail: 'The service cannot reach its database or queue.',
    code: 'unavailable',
  });
  await route.fulfill({ status: 503, contentType: 'application/json', body });
}

/** Waits until nothing loads and nothing says that it does; or until it says so, or that it cannot. */
async function settled(page: Page, state: string): Promise<void> {
  if (state === 'slow') return page.getByRole('heading', { level: 1 }).waitFor();
  if (state === 'error')
    await page.getByRole('main').getByRole('alert').or(page.locator('form')).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    `document.querySelector('main h1, form') && !document.querySelector('[role="status"][aria-label="Loading"]')`,
  );
  await page.waitForLoadState('networkidle');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
