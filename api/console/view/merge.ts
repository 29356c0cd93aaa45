type Values = Readonly<Record<string, unknown>>;

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/**
 * Brings what somebody else saved into a form. `base` is what the form began with, `mine` what it has now, `theirs` what
 * is saved now. A field that only they changed becomes theirs. A field that both changed, to different values, stays
 * mine, and is named in `conflicts`.
 */
export function merge<V extends Values>(base: V, mine: V, theirs: V): { merged: V; conflicts: (keyof V)[] } {
  const names = Object.keys(theirs) as (keyof V)[];
  const isMine = (name: keyof V) => !isSame(mine[name], base[name]);
  const merged = { ...mine };
  for (const name of names) if (!isMine(name)) merged[name] = theirs[name];
  const conflicts = names.filter(
    (name) => isMine(name) && !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]),
  );
  return { merged, conflicts };
}
