import type { Page } from 'playwright-core';
import { LAPTOP } from './open-console.ts';

/** The widths at which pages are looked at, in pixels: a phone and a laptop. */
export const PHONE = 390;
const WIDTHS = [PHONE, LAPTOP.width];

/**
 * Runs in a page. Returns how much the page is wider than its window, and the texts that are cut off: by a box that hides
 * what does not fit, unless a title says it in full, or by a box that scrolls to the side. There, only numbers and code
 * may be out of sight.
 */
const CUT_OFF = `(() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push('the page is ' + (scrollWidth - innerWidth) + ' pixels too wide');
  const boxes = new Map();
  /** The boxes around an element that do not show all that is in them, the innermost first. */
  const boxesOf = (element) => {
    if (element === document.body || element === null) return [];
    if (!boxes.has(element)) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const around = boxesOf(element.parentElement);
      const isOpen = overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none';
      const edge = isOpen || element.getBoundingClientRect();
      boxes.set(element, isOpen ? around : [{ overflowX, overflowY, clipPath, edge }, ...around]);
    }
    return boxes.get(element);
  };
  const cuts = (element, { left, right, top, bottom }) => {
    for (const { overflowX, overflowY, clipPath, edge } of boxesOf(element)) {
      if (clipPath !== 'none') return false; // for screen readers only
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

/** What does not fit the window of the page that is open, in each of these widths. */
export async function cutOffTexts(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...LAPTOP, width });
    // Charts take the new width in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const texts: string[] = await page.evaluate(CUT_OFF);
    found.push(...texts.map((text) => `${width}: ${text}`));
  }
  return found;
}
