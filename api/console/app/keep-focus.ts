/** An element that had the focus recently, and the part of the page that contains it. */
interface Focused {
  readonly element: HTMLElement;
  readonly part: HTMLElement | null;
}

const REMEMBERED = 20;

/** After this time, a component that opens or closes has set the focus itself. */
const WAIT_MS = 40;

const PARTS = '[role="dialog"], main, header, nav';

/**
 * Keeps the focus for people who work by keyboard. If the element with the focus is removed, moved or disabled, the focus
 * goes back to it, or to an element that had it earlier in the same dialog or page, or to the title. A click outside of all
 * elements removes the focus on purpose. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  let recent: Focused[] = [];
  let waiting: number | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const rest = recent.filter(({ element }) => element !== target);
    recent = [{ element: target, part: target.closest<HTMLElement>(PARTS) }, ...rest].slice(0, REMEMBERED);
  };
  const forget = () => {
    recent = [];
  };
  const look = () => {
    waiting = undefined;
    if (document.activeElement === document.body && document.hasFocus())
      nextPlace(recent)?.focus({ preventScroll: true });
  };
  const lookSoon = () => {
    waiting ??= window.setTimeout(look, WAIT_MS);
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

/** The element that gets the focus; null while the last one is loading, because it will be enabled again. */
function nextPlace(recent: readonly Focused[]): HTMLElement | null {
  const [last] = recent;
  if (last === undefined || (last.element.isConnected && last.element.matches('[data-loading]'))) return null;
  const part = last.part?.isConnected ? last.part : null;
  const earlier = recent.find(
    ({ element }) => element.isConnected && !isDisabled(element) && (part === null || part.contains(element)),
  );
  return earlier?.element ?? (part?.matches('[role="dialog"]') ? part : document.querySelector('main h1'));
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled');
