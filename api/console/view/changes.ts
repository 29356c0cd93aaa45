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

/** A value of at most so many letters is shown beside its path. */
const SHORT = 16;

/** What changed in a line: the first paths, and how many more; of a single one what it was and is, if that is short. */
export function changeSummary(changes: readonly ChangeView[]): string {
  if (changes.length === 0) return 'nothing that routing sees';
  const [first] = changes;
  if (changes.length === 1 && isShort(first?.before) && isShort(first?.after)) {
    return `${first!.path}: ${valueText(first!.before)} → ${valueText(first!.after)}`;
  }
  const named = changes
    .slice(0, MOST_NAMED)
    .map(({ path }) => path)
    .join(', ');
  const more = changes.length - MOST_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

function isShort(value: unknown): boolean {
  return value !== undefined && valueText(value).length <= SHORT;
}
