/** One change of an account, by path. */
export interface ChangeView {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A value as one line of text; a missing value is `nothing`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MAX_NAMED = 3;

/** The most letters of a value that is shown beside its path. */
const SHORT = 16;

/** Changes in one line: the first paths, and how many more. A single change with short values shows them. */
export function changeSummary(changes: readonly ChangeView[]): string {
  if (changes.length === 0) return 'no effect on routing';
  const [first] = changes;
  if (changes.length === 1 && isShort(first?.before) && isShort(first?.after)) {
    return `${first!.path}: ${valueText(first!.before)} → ${valueText(first!.after)}`;
  }
  const named = changes
    .slice(0, MAX_NAMED)
    .map(({ path }) => path)
    .join(', ');
  const more = changes.length - MAX_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

function isShort(value: unknown): boolean {
  return value !== undefined && valueText(value).length <= SHORT;
}
