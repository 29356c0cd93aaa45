import { useEffect, useRef } from 'react';

let isLaterPage = false;

/**
 * Properties of a page's title. The title gets the focus if the element that had it disappeared with the page before, so
 * that the next Tab continues from there. The first page of a visit leaves the focus to the browser.
 */
export function useArrival() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLaterPage && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    isLaterPage = true;
  }, []);
  return { ref: title, tabIndex: -1 };
}
