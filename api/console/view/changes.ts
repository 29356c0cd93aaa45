/** One change of an account, by path. */
export interface ChangeView {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as one line of text; a missing value is `nothing`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(partText).join(', ');
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${partText(each)}`);
  return members.join(', ') || 'empty';
}

/** A value within another one. */
const partText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `(${valueText(value)})` : valueText(value);

/** Whether two values are the same; the order of an object's members says nothing. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return JSON.stringify(a) === JSON.stringify(b);
  return namesOf(a, b).every((name) => isSameValue(a[name], b[name]));
}

const namesOf = (a: object, b: object) => [...new Set([...Object.keys(a), ...Object.keys(b)])];

/** Changes by their smallest parts: of two objects, the members that differ. */
export function smallestChanges(changes: readonly ChangeView[]): ChangeView[] {
  return changes.flatMap((change) => {
    const { path, before, after } = change;
    if (!isObject(before) || !isObject(after)) return [change];
    const differing = namesOf(before, after).filter((name) => !isSameValue(before[name], after[name]));
    return smallestChanges(
      differing.map((name) => ({ path: `${path}.${name}`, before: before[name], after: after[name] })),
    );
  });
}
