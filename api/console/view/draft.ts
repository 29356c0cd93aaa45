import { type ChangeView, isSameValue } from './changes.ts';

/** The parts of an account that a draft changes. */
export type DraftPart = 'settings' | 'warehouses' | 'profiles' | 'item_controls';

type Row = Readonly<Record<string, unknown>>;

/** An element of a part as it is in the account, and as it is in the draft; null: it is not there. */
interface Edit {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** All edits of a draft, by part and ID of the element. Settings are one element, with the ID of its part. */
export type DraftEdits = { readonly [P in DraftPart]?: Readonly<Record<string, Edit>> };

/** What names an element for the service, and is no value of it. */
const NAMES = ['etag', 'rule_id'];

// What an element lacks is null, 0 or off.
const isSame = (a: unknown, b: unknown) => isSameValue(a || null, b || null);

/** The members that differ. */
function differing({ before, after }: Edit): string[] {
  if (before === null || after === null) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !NAMES.includes(name) && !isSame(before[name], after[name]));
}

/** The edits with one more. An edit that changes nothing is left out. */
export function withEdit(edits: DraftEdits, part: DraftPart, id: string, edit: Edit): DraftEdits {
  const { [id]: _, ...others } = edits[part] ?? {};
  const isNothing =
    edit.before === null || edit.after === null ? edit.before === edit.after : differing(edit).length === 0;
  return { ...edits, [part]: isNothing ? others : { ...others, [id]: edit } };
}

/** Rows of a list with the draft laid over. What it adds comes after the last row. */
export function applyEdits<R>(
  edits: DraftEdits,
  part: DraftPart,
  rows: readonly R[],
  { idOf, isLast }: { readonly idOf: (row: R) => string; readonly isLast: boolean },
): R[] {
  const own = edits[part] ?? {};
  const known = rows.flatMap((row) => {
    const edit = own[idOf(row)];
    if (edit === undefined) return [row];
    return edit.after === null ? [] : [edit.after as R];
  });
  const added = Object.values(own).filter(({ before }) => before === null);
  return isLast ? [...known, ...added.map(({ after }) => after as R)] : known;
}

/** One change of a draft. */
export interface DraftChange extends ChangeView {
  readonly part: DraftPart;
  readonly id: string;
  /** The member that differs; null: all of the element is new or removed. */
  readonly member: string | null;
}

/** What the draft changes. */
export function draftChanges(edits: DraftEdits): DraftChange[] {
  return (Object.keys(edits) as DraftPart[]).flatMap((part) =>
    Object.entries(edits[part]!).flatMap(([id, edit]): DraftChange[] => {
      const { before, after } = edit;
      if (before === null || after === null) {
        const path = `${part}[${id}]`;
        return [{ part, id, member: null, path, before: valuesOf(before), after: valuesOf(after) }];
      }
      return differing(edit).map((member) => ({
        part,
        id,
        member,
        path: `${part === 'settings' ? part : `${part}[${id}]`}.${member}`,
        before: before[member],
        after: after[member],
      }));
    }),
  );
}

/** The edits without one change. */
export function withoutChange(edits: DraftEdits, { part, id, member }: DraftChange): DraftEdits {
  const { before, after } = edits[part]![id]!;
  const undone = member === null ? before : { ...after, [member]: before?.[member] };
  return withEdit(edits, part, id, { before, after: undone });
}

/** An element as the service takes it. */
export function valuesOf(row: Row | null): Row | null {
  if (row === null) return null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !NAMES.includes(name)));
}

/** The members of each edited element that differ, with the element's name in front. */
export function changedMembers(edits: DraftEdits, part: DraftPart, name?: string): Row[] {
  return Object.entries(edits[part] ?? {}).map(([id, edit]) => ({
    ...(name && { [name]: id }),
    ...Object.fromEntries(differing(edit).map((member) => [member, edit.after![member]])),
  }));
}
