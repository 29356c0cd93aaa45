/** One change of an account, by path. */
export interface ChangeView {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A value as one line of text; what is not there is `nothing`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MOST_NAMED = 3;

/** What changed in a line: the first paths, and how many more. */
export function summaryOf(changes: readonly ChangeView[]): string {
  if (changes.length === 0) return 'nothing that routing sees';
  const named = changes
    .slice(0, MOST_NAMED)
    .map(({ path }) => path)
    .join(', ');
  const more = changes.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
