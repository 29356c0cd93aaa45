/** One place of a document that differs. */
export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What tells entries of a list apart, so that one that moved is not a change of all after it. */
const NATURAL_IDS = ['warehouse_id', 'partner_id', 'sku', 'email', 'name'];

/** Where two documents differ, by path: `warehouses[EWR1].enabled`. Lists of things with an id are compared by it. */
export function differencesOf(before: Json, after: Json, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (before === undefined) return [{ path, kind: 'added', after }];
  if (after === undefined) return [{ path, kind: 'removed', before }];
  if (isObject(before) && isObject(after))
    return compared(before, after, (key) => (path === '' ? key : `${path}.${key}`));
  if (Array.isArray(before) && Array.isArray(after)) {
    const [left, right] = [byId(before), byId(after)];
    if (left !== null && right !== null) {
      const inside = compared(left, right, (id) => `${path}[${id}]`);
      return inside.length > 0
        ? inside
        : [{ path, kind: 'changed', before: Object.keys(left), after: Object.keys(right) }];
    }
  }
  return [{ path, kind: 'changed', before, after }];
}

function compared(
  before: Record<string, Json>,
  after: Record<string, Json>,
  pathOf: (key: string) => string,
): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differencesOf(own(before, key), own(after, key), pathOf(key)));
}

const own = (object: Record<string, Json>, key: string) =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** A list as an object by its entries' ids; null where they have none, or one twice. */
function byId(list: readonly Json[]): Record<string, Json> | null {
  const key = NATURAL_IDS.find((name) =>
    list.every((entry) => isObject(entry) && typeof entry[name] === 'string'),
  );
  if (key === undefined) return null;
  const entries = list.map((entry) => [(entry as Record<string, string>)[key]!, entry] as const);
  return new Set(entries.map(([id]) => id)).size === entries.length ? Object.fromEntries(entries) : null;
}
