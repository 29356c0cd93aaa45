import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

/**
 * Takes a picture of one page of a console that is running, as a person sees it who signs in:
 *
 *   npm run check console-picture -- --url URL --email EMAIL --password=PASSWORD --path /orders/DEMO-002990
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
    path: { type: 'string', default: '/' },
    out: { type: 'string', default: 'docs/pictures/order.png' },
  },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ baseURL: values.url, viewport: { width: 1280, height: 860 } });
  await page.goto('/');
  await page.getByLabel('Email').fill(values.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(values.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(values.path);
  await page.waitForLoadState('networkidle');
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: values.out });
} finally {
  await browser.close();
}
