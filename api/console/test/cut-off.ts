import type { Page } from 'playwright-core';

/** The widths at which every page is looked at, in pixels: a laptop and a phone. */
const WIDTHS = [1280, 390];

/**
 * Runs in a page. Returns how much the page is wider than its window, and the texts that are cut off: by a box that hides
 * what does not fit, unless a title says it in full, or by a box that scrolls to the side. There, only numbers and code
 * may be out of sight.
 */
const CUT_OFF = `(() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('the page is ' + (scrollWidth - innerWidth) + ' pixels too wide');
  const cuts = (element, { left, right, top, bottom }) => {
    for (let box = element; box !== document.body && box; box = box.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(box);
      if (clipPath !== 'none') return false; // for screen readers only
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      if (edge.width < 2 || edge.height < 2) return false; // folded
      const isBeside = right > edge.right + 1 || left < edge.left - 1;
      const isBelow = bottom > edge.bottom + 3 || top < edge.top - 3;
      const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      if (isBeside && scrolls) return element.closest('.num, code, pre') === null;
      if ((isBeside && hides(overflowX)) || (isBelow && hides(overflowY)))
        return element.closest('[title]') === null;
      if (isBelow) return false; // it scrolls down
    }
    return false;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const element = text.parentElement;
    if (text.data.trim() === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some((rect) => cuts(element, rect))) found.push(text.data.slice(0, 80));
  }
  return found;
})()`;

/** What does not fit the window of the page that is open, in each width. */
export async function cutOffTexts(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS.toReversed()) {
    await page.setViewportSize({ width, height: 860 });
    // Charts take the new width in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const texts: string[] = await page.evaluate(CUT_OFF);
    found.push(...texts.map((text) => `${width}: ${text}`));
  }
  return found;
}
