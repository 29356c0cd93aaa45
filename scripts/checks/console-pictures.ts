import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

const HELP = `Usage: npm run console-pictures -- --url URL --email EMAIL --password PASSWORD [--out FOLDER]

Signs in to a console that is running, and takes a picture of each page at 1280 and 390 px, light and dark.
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
      operator: { type: 'boolean', default: false },
    },
  });
  const { url, email, password, out, operator } = values;
  if (!url || !email || !password) {
    process.stdout.write(HELP);
    process.exitCode = 1;
    return;
  }
  await mkdir(out, { recursive: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args });
  try {
    for (const width of WIDTHS) {
      for (const theme of THEMES)
        await takeAll(browser, { url, email, password, out, operator, width, theme });
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
  readonly operator: boolean;
  readonly width: number;
  readonly theme: (typeof THEMES)[number];
}

async function takeAll(browser: Browser, options: Options): Promise<void> {
  const { url, email, password, out, operator, width, theme } = options;
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
    await settled(page);
    await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`) });
  };
  await page.goto('/');
  await take('sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Overview/ }).waitFor();
  const pages = operator
    ? ([
        ['clients', '/clients'],
        ['service', '/service'],
        ['operator-overview', '/?client=demo'],
      ] as const)
    : PAGES;
  for (const [name, path] of pages) {
    await page.goto(path);
    await take(name);
  }
  for (const [name, path] of operator ? [] : DETAILS) {
    await page.goto(path);
    await page.locator('tbody tr[data-index="0"]').click();
    await take(name);
  }
  await context.close();
}

/** Waits until nothing loads and nothing says that it does. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'hidden' });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
