import type { Line } from './lines.ts';

/** A line of a decoded text that was split at LF. The CR of its end is left out, and of the first line a byte order mark. */
export function textLine(text: string, number: number): Line {
  return { number, text: text.replace(number === 1 ? /^\uFEFF|\r$/g : /\r$/, ''), fault: null };
}
