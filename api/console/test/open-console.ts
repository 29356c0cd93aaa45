import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serviceSettings } from '../../../scripts/dev/testing/service-settings.ts';
import { serve } from '../../../scripts/serve.ts';
import type { Database } from '../../../shared/db/database.ts';
import { testLogger } from '../../../shared/testing/logs/test-logger.ts';
import { isLong } from '../../../shared/testing/long.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';

/** Debian's, or the one that CHROMIUM names. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The size of a window. */
export const LAPTOP = { width: 1280, height: 860 };

/** As in vitest.config.ts: the limit only finds tests that hang, because machines differ in speed. */
const HANGS_AFTER_MS = 150_000;

/** Whether there is a browser; without one these tests are left out, and scripts/test.mjs says so. */
export const hasBrowser = existsSync(CHROMIUM);

/** A test of what is rare, for `npm test -- --long`. Not skipped without: it is not there. */
export const itLong = isLong ? it : () => {};

/** A service with a worker on a database of its own, and the browser of the process. */
export interface OpenConsole {
  readonly url: string;
  readonly db: Database;
  readonly browser: Browser;
  /** A new window of a person: who has a session opens any page in it, others are signed in by the form. */
  window(person?: { email: string; password: string } | { token: string }): Promise<Page>;
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** The browser of all test files of this process, with which it ends. Windows of one file share nothing with another's. */
function sharedBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  shared ??= chromium.launch({ executablePath: CHROMIUM, args });
  return shared;
}

/** `more`: settings of the service. */
export async function openConsole(more: Readonly<Record<string, string>> = {}): Promise<OpenConsole> {
  const db = await createTestDatabase();
  const common = { RATE_LIMIT_PER_MINUTE: '0', PUBLIC_URL: 'https://wrs.example' };
  const settings = serviceSettings(db.url, { ...common, ...more });
  const service = await serve(settings, { logger: testLogger() });
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];
  return {
    url: service.url,
    db,
    browser,
    window: async (person) => {
      const context = await browser.newContext({
        baseURL: service.url,
        viewport: LAPTOP,
        acceptDownloads: true,
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      context.setDefaultTimeout(HANGS_AFTER_MS);
      const page = await context.newPage();
      page.on('pageerror', (error) => expect.unreachable(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy'))
          expect.unreachable(`${page.url()}: ${message.text()}`);
      });
      if (person && 'token' in person)
        await context.addCookies([{ name: 'wrs_session', value: person.token, url: service.url }]);
      else if (person) await signIn(page, person);
      return page;
    },
    close: async () => {
      for (const context of contexts) await context.close();
      await service.stop();
      await db.close();
    },
  };
}

/**
 * Goes to another page as its link does. The console is not loaded again: what a test has put into its window stays there,
 * and scripts are compiled once.
 */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    document.querySelector('main h1').toggleAttribute('data-left', true);
    history.pushState(null, '', ${JSON.stringify(address)});
  }`);
  await page.locator('main h1:not([data-left])').waitFor();
}

/**
 * Opens a page by its address, also the one that is open, without what was said before. Much cheaper than `goto`, which
 * loads the console again: that is for what somebody else has just changed, because answers stay fresh for two seconds.
 */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('.mantine-Notification-closeButton').forEach((button) => button.click())`,
  );
  if (new URL(page.url()).pathname !== '/nowhere') await follow(page, '/nowhere');
  await follow(page, address);
}

/** Signs in at the page that is open, or at the overview. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Answers an open question with yes, whatever the words on its button are. */
export const meanIt = (page: Page) => page.locator('[data-confirm]').click();
