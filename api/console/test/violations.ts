import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isLong } from '../../../shared/testing/long.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The first theme is checked by all rules, the second, in long tests, by those on colours: nothing else differs. */
const RULES_OF_THEMES = {
  light: null,
  ...(isLong && { dark: ['color-contrast', 'link-in-text-block'] }),
};

/** Serious and critical violations of accessibility rules on the page that is open, as `theme: rule: element`. */
export async function violations(page: Page): Promise<string[]> {
  await page.locator('[role="status"][aria-label="Loading"]').first().waitFor({ state: 'hidden' });
  // Evaluated, and not as a tag of the page, which its content security policy would refuse.
  await page.evaluate(`window.axe || (() => { ${AXE} })()`);
  const found: string[] = [];
  for (const [theme, runOnly] of Object.entries(RULES_OF_THEMES)) {
    await page.emulateMedia({ colorScheme: theme as 'light' | 'dark' });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
    // Colours that are on their way to the other theme are nobody's.
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    const options = JSON.stringify({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    const ofTheme: string[] = await page.evaluate(`axe.run(document, ${options}).then(
      ({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
    found.push(...ofTheme.map((each) => `${theme}: ${each}`));
  }
  return found;
}
