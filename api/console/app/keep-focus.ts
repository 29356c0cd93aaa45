/** An element that had the focus lately, and the part of the page that contains it. */
interface Focused {
  readonly element: HTMLElement;
  readonly part: HTMLElement | null;
}

const REMEMBERED = 20;

/** After so long, what opens or closes has given the focus on by itself. */
const PATIENCE_MS = 40;

const PARTS = '[role="dialog"], main, header, nav';

/**
 * Keeps the place of whoever works by keyboard: where what had the focus is gone, moved or disabled, the
 * focus goes back to it, or to what had it before in the same dialog or page, or to the title there. A click beside
 * everything takes the focus away on purpose. Returns what ends it.
 */
export function keepFocus(): () => void {
  let lately: Focused[] = [];
  let waiting: number | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const rest = lately.filter(({ element }) => element !== target);
    lately = [{ element: target, part: target.closest<HTMLElement>(PARTS) }, ...rest].slice(0, REMEMBERED);
  };
  const forget = () => {
    lately = [];
  };
  const look = () => {
    waiting = undefined;
    if (document.activeElement === document.body && document.hasFocus())
      nextPlace(lately)?.focus({ preventScroll: true });
  };
  const lookSoon = () => {
    waiting ??= window.setTimeout(look, PATIENCE_MS);
  };
  const changes = new MutationObserver(lookSoon);
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, { capture: true });
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
  return () => {
    window.clearTimeout(waiting);
    changes.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, { capture: true });
  };
}

/** Where the focus goes; nowhere while what had it is at work, for then it is enabled again. */
function nextPlace(lately: readonly Focused[]): HTMLElement | null {
  const [last] = lately;
  if (last === undefined || (last.element.isConnected && last.element.matches('[data-loading]'))) return null;
  const part = last.part?.isConnected ? last.part : null;
  const earlier = lately.find(
    ({ element }) => element.isConnected && !isDisabled(element) && (part === null || part.contains(element)),
  );
  return earlier?.element ?? (part?.matches('[role="dialog"]') ? part : document.querySelector('main h1'));
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled');
