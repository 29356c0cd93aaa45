import { useEffect, useRef } from 'react';

let hasStood = false;

/**
 * For a page's title: it has the focus where what had it went away with the page before, so that the next Tab goes on
 * from there. The first page of a visit leaves the focus where the browser begins.
 */
export function useArrival() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasStood && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    hasStood = true;
  }, []);
  return { ref: title, tabIndex: -1 };
}
