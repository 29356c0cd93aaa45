import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isLong } from '../../../shared/testing/long.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The first theme is checked by all rules, the second, in long tests, by those on colours: nothing else differs. */
const RULES_OF_THEMES = { light: null, dark: ['color-contrast', 'link-in-text-block'] };
type Theme = keyof typeof RULES_OF_THEMES;
export const THEMES: readonly Theme[] = ['light', 'dark'];

/** The first rows of a table stand for all. */
const MORE_ROWS = 'tbody > tr:nth-child(n + 5)';

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
  // Colours that are on their way to the other theme are nobody's.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)',
  );
}

/** Serious and critical violations of accessibility rules in parts of the page that is open, as `theme: rule: element`. */
export async function violations(
  page: Page,
  within = 'html',
  themes: readonly Theme[] = isLong ? THEMES : ['light'],
): Promise<string[]> {
  const parts = JSON.stringify({ include: [[within]], exclude: [[MORE_ROWS]] });
  await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'hidden' });
  // Evaluated, and not as a tag of the page, which its content security policy would refuse.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE}; null`);
  const found: string[] = [];
  for (const theme of themes) {
    await showTheme(page, theme);
    const runOnly = RULES_OF_THEMES[theme];
    // Without style sheets and media, which only rules read that are not for this console.
    const options = JSON.stringify({
      resultTypes: ['violations'],
      preload: false,
      ...(runOnly && { runOnly }),
    });
    const ofTheme: string[] = await page.evaluate(`axe.run(${parts}, ${options}).then(
      ({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
    found.push(...ofTheme.map((each) => `${theme}: ${each}`));
  }
  return found;
}
