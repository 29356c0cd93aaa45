/** A long text with its middle left out: `SO-1029…8812`. `most` is the number of characters that remain. */
export function shortenMiddle(text: string, most = 24): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
