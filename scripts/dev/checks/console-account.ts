import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { STATES } from '../../../api/console/test/states-of-pages.ts';
import { showTheme, THEMES, violations } from '../../../api/console/test/violations.ts';
import { type Column, tableText } from '../../terminal/table.ts';
import { withService } from '../harness/service.ts';
import { makeLargeAccount, OPERATOR, OWNER } from './console-account/large-account.ts';
import { Hand, TASKS } from './console-account/tasks.ts';

/**
 * Walks the console on a large account as people do: counts the actions of each task, measures the time from the address to
 * the data of each page, and looks for violations of accessibility rules in both themes.
 *
 *   npm run check console-account -- [--pictures FOLDER] [--only orders] [--serve]
 *
 * `--only` walks the tasks and pages whose names contain a word; that of a task begins with `task-`. `--pictures` writes each
 * page, and the end of each task, in three widths and both themes; `--serve` leaves the service running for a look. Exits with
 * 1 if a task cannot be done, or a page has violations or no data in time.
 */
const { values } = parseArgs({
  options: {
    pictures: { type: 'string' },
    only: { type: 'string', default: '' },
    serve: { type: 'boolean', default: false },
  },
});

const WIDTHS = [1280, 1920, 390];
const HEIGHT = 860;
const GOAL_MS = 1500;
/** The fastest counts: the first has no scripts in its cache, and others work on the machine. */
const LOADS = 3;
const LOADING = '[role="status"][aria-label="Loading"]';
/** An order, a what-if and a product of the account, for addresses with them. */
const ADDRESSES: readonly (readonly [part: string, value: string])[] = [
  ['$orderId', 'SO-000042'],
  ['$whatIfId', '1'],
  ['$sku', 'PACK-100'],
];

/** Violations of the page that is open, whose pictures are taken. */
async function look(page: Page, name: string): Promise<number> {
  const found = await violations(page, 'html', THEMES);
  for (const each of found) console.error(`${name}: ${each}`);
  for (const width of values.pictures === undefined ? [] : WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of THEMES) {
      await showTheme(page, theme);
      const path = join(values.pictures!, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path, fullPage: width !== 390 });
    }
  }
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
  await showTheme(page, 'light');
  return found.length;
}

/** The page's data is there when nothing loads and its title is. */
async function msToData(page: Page, address: string): Promise<number> {
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  await page.locator('main').locator(LOADING).first().waitFor({ state: 'detached' });
  return performance.now() - started;
}

await withService({ workers: 1, env: { PUBLIC_URL: 'https://wrs.example' } }, async (service) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const open = async (person: typeof OWNER) => {
    const viewport = { width: WIDTHS[0]!, height: HEIGHT };
    const page = await browser.newPage({ baseURL: service.url, viewport, reducedMotion: 'reduce' });
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => {
      console.error(`${page.url()}: ${error.message}`);
      process.exitCode = 1;
    });
    await page.goto('/');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    return page;
  };
  if (values.pictures !== undefined) await mkdir(values.pictures, { recursive: true });
  const addresses = [...ADDRESSES, ['$runId', String(await makeLargeAccount(service))] as const];
  const [owner, operator] = [await open(OWNER), await open(OPERATOR)];
  const isWanted = (name: string) => name.includes(values.only);
  const rows: string[][] = [];
  const note = (
    name: string,
    violated: number,
    cells: readonly [actions: string, ms: string],
    holds: boolean,
  ) => {
    rows.push([name, ...cells, String(violated), holds && violated === 0 ? 'yes' : 'FAULT']);
    if (!holds || violated > 0) process.exitCode = 1;
  };
  for (const [name, walk] of Object.entries(TASKS).filter(([name]) => isWanted(`task-${name}`))) {
    await owner.goto('/');
    await owner.locator('main h1').waitFor();
    const hand = new Hand(owner);
    const fault = await walk(hand).then(
      () => null,
      (error: Error) => error.message,
    );
    if (fault !== null) console.error(`${name}: ${fault}`);
    note(name, await look(owner, `task-${name}`), [String(hand.actions), ''], fault === null);
  }
  for (const [path, { forOperators }] of Object.entries(STATES).filter(([path]) => isWanted(path))) {
    const page = forOperators ? operator : owner;
    const address = addresses.reduce((text, [part, value]) => text.replace(part, value), path);
    const times: number[] = [];
    for (let load = 0; load < LOADS; load++) times.push(await msToData(page, address));
    const ms = Math.min(...times);
    const isFound = (await page.getByText('Not found', { exact: true }).count()) === 0;
    const violated = await look(page, path.replaceAll(/\W+/g, '-'));
    note(path, violated, ['', ms.toFixed(0)], isFound && ms <= GOAL_MS);
  }
  const titles = ['actions', 'ms to data', 'violations'];
  const columns: Column<string[]>[] = [
    ['task or page', ([name]) => name!],
    ...titles.map((title, at): Column<string[]> => [title, (row) => row[at + 1]!, 'right']),
    ['holds', (row) => row.at(-1)!],
  ];
  console.log(tableText(columns, rows));
  if (values.serve) {
    console.error(
      `${service.url} as ${OWNER.email} or ${OPERATOR.email}, password ${OWNER.password}. Ctrl-C ends it.`,
    );
    await once(process, 'SIGINT');
  }
  await browser.close();
});
