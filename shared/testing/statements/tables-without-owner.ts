import type { Table } from './customer-tables.ts';

/** A node of the tree that libpg-query makes of a statement. */
type Node = { readonly [name: string]: unknown };

/** What says whose rows are meant: nothing, an id, which may be anybody's, or the ledger or client. */
const Bond = { none: 0, id: 1, owner: 2 } as const;
type Bond = (typeof Bond)[keyof typeof Bond];

/** A table, or a derived one (a CTE, a subquery, a function), as one level of a statement names it. */
interface Ref {
  /** null: derived. If it reads tables, these are checked where it is written. */
  readonly table: string | null;
  /** Derived from values alone: a comparison with it is one with values. */
  readonly isValues: boolean;
  readonly alias: string;
  bond: Bond;
}

/** What one level of a statement names. Outer levels can be named from inner ones. */
interface Level {
  readonly refs: Ref[];
  readonly outer: Level | null;
}

/** A key of a table, as a condition names it. */
interface Key {
  readonly ref: Ref;
  readonly column: string;
}

/** Two keys that a condition compares. */
interface Link {
  readonly a: Ref;
  readonly b: Ref;
  readonly isEqual: boolean;
}

/** Names that are no tables here, and whether what they name reads tables. */
type Ctes = ReadonlyMap<string, boolean>;

/** The tables of customer data whose rows a statement means without their ledger or client, sorted. */
export interface TablesWithoutOwner {
  /** Nothing says whose rows are meant. */
  readonly unbound: readonly string[];
  /** Only an id says so (`id = $1`, `run_id = ANY($1)`): whose it is, the statement does not prove. */
  readonly byId: readonly string[];
}

/**
 * Reads from a statement's tree which tables it reads or changes without their ledger or client. A table has its owner if a
 * condition makes `ledger_id` or `client_id` equal to a value, or a key equal to a key of a table that has its owner.
 */
export function tablesWithoutOwner(statement: Node, tables: ReadonlyMap<string, Table>): TablesWithoutOwner {
  const walk = new Walk(tables);
  walk.visit(statement, null, new Map());
  walk.follow();
  const unbound = new Set(walk.boundBy(Bond.none));
  const byId = new Set(walk.boundBy(Bond.id).filter((table) => !unbound.has(table)));
  return { unbound: [...unbound].sort(), byId: [...byId].sort() };
}

class Walk {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #refs: Ref[] = [];
  readonly #links: Link[] = [];
  readonly #valuesColumns = new Map<Ref, Map<string, Ref>>();

  constructor(tables: ReadonlyMap<string, Table>) {
    this.#tables = tables;
  }

  /** Takes in a node and all below it. `ctes`: names that are no tables here. */
  visit(node: unknown, outer: Level | null, ctes: Ctes): void {
    if (Array.isArray(node)) {
      for (const each of node) this.visit(each, outer, ctes);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt'].includes(name)) {
        this.#level(name, value as Node, outer, ctes);
      } else if (name === 'CopyStmt') this.#copy(value as Node, ctes);
      else if (name === 'A_Expr') this.#condition(value as Node, outer, ctes);
      else if (name === 'SubLink') this.#subquery(value as Node, outer, ctes);
      else this.visit(value, outer, ctes);
    }
  }

  /** Binds what is compared with what is bound, until nothing changes. */
  follow(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const { a, b, isEqual } of this.#links) {
        const bond = stronger(a.bond, b.bond);
        // Between two ids of one owner are also those of others.
        const most = isEqual ? bond : (Math.min(bond, Bond.id) as Bond);
        for (const ref of [a, b]) {
          if (ref.bond >= most) continue;
          ref.bond = most;
          changed = true;
        }
      }
    }
  }

  /** The tables of which the statement says no more than this. */
  boundBy(bond: Bond): string[] {
    return this.#refs.flatMap((ref) => (ref.table !== null && ref.bond === bond ? [ref.table] : []));
  }

  #level(kind: string, node: Node, outer: Level | null, outerCtes: Ctes): void {
    const level: Level = { refs: [], outer };
    const ctes = this.#withCtes(node.withClause as Node | undefined, outerCtes);
    // Each side of a UNION is checked by itself: it sees no FROM of this level.
    this.visit(node.withClause, outer, ctes);
    if (kind === 'InsertStmt') {
      this.#insert(node.relation as Node, node.cols as Node[] | undefined);
    } else if (node.relation !== undefined) this.#name({ RangeVar: node.relation }, level, ctes);
    for (const from of [node.fromClause, node.usingClause, node.sourceRelation].flat()) {
      this.#name(from as Node, level, ctes);
    }
    for (const [name, value] of Object.entries(node)) {
      if (['withClause', 'relation', 'usingClause', 'cols'].includes(name)) continue;
      if (name === 'larg' || name === 'rarg') this.#level('SelectStmt', value as Node, outer, ctes);
      else this.visit(value, level, ctes);
    }
  }

  #withCtes(clause: Node | undefined, outer: Ctes): Ctes {
    const ctes = new Map(outer);
    const list = ((clause?.ctes ?? []) as Node[]).map(
      ({ CommonTableExpr }) => CommonTableExpr as { ctename: string; ctequery: unknown },
    );
    for (const { ctename } of list) ctes.set(ctename, false);
    for (const { ctename, ctequery } of list) ctes.set(ctename, this.#readsTables(ctequery, ctes));
    return ctes;
  }

  /** Whether customer data is read or changed anywhere in it: there it is checked. */
  #readsTables(node: unknown, ctes: Ctes): boolean {
    if (typeof node !== 'object' || node === null) return false;
    const { relname } = node as { relname?: unknown };
    if (typeof relname === 'string') return ctes.get(relname) ?? this.#tables.has(relname);
    return Object.values(node).some((each) => this.#readsTables(each, ctes));
  }

  #name(node: Node | undefined, level: Level, ctes: Ctes): void {
    if (node === undefined || node === null) return;
    if (node.JoinExpr) {
      const { larg, rarg, usingClause } = node.JoinExpr as Record<string, Node>;
      const before = level.refs.length;
      this.#name(larg, level, ctes);
      const middle = level.refs.length;
      this.#name(rarg, level, ctes);
      const names = ((usingClause ?? []) as unknown as { String: { sval: string } }[]).map(
        (each) => each.String.sval,
      );
      for (const name of names) this.#using(name, level.refs.slice(before, middle), level.refs.slice(middle));
      return;
    }
    if (node.RangeVar) {
      const { relname, alias } = node.RangeVar as { relname: string; alias?: { aliasname: string } };
      const name = alias?.aliasname ?? relname;
      if (!ctes.has(relname) && this.#tables.has(relname)) this.#add(level, newRef(relname, name));
      else this.#add(level, derived(name, ctes.get(relname) ? 'tables' : 'values'));
      return;
    }
    const [inner] = Object.values(node) as { alias?: { aliasname: string } }[];
    const name = inner?.alias?.aliasname ?? '';
    if (this.#readsTables(node, ctes)) {
      this.#add(level, derived(name, 'tables'));
      return;
    }
    const sources = this.#columnsIn(node, level);
    const ref = derived(name, sources.length > 0 ? 'columns' : 'values');
    for (const source of sources) this.#links.push({ a: ref, b: source, isEqual: true });
    this.#add(level, ref);
  }

  /** The tables whose columns an expression uses, as in `unnest(runs.order_ids)`. */
  #columnsIn(node: unknown, level: Level): Ref[] {
    if (typeof node !== 'object' || node === null) return [];
    const { ColumnRef } = node as { ColumnRef?: { fields: Field[] } };
    if (ColumnRef === undefined) return Object.values(node).flatMap((each) => this.#columnsIn(each, level));
    const [alias, column] = namesIn(ColumnRef.fields);
    const ref = column === undefined ? null : this.#find(alias, column, level);
    return ref === null ? [] : [ref];
  }

  #add(level: Level, ref: Ref): void {
    level.refs.push(ref);
    this.#refs.push(ref);
  }

  /** `JOIN … USING (run_id)`. */
  #using(column: string, left: readonly Ref[], right: readonly Ref[]): void {
    for (const a of left.filter((ref) => this.#hasKey(ref, column))) {
      for (const b of right.filter((ref) => this.#hasKey(ref, column))) {
        this.#link({ ref: a, column }, { ref: b, column }, true);
      }
    }
  }

  /** A condition compares two keys. */
  #link(a: Key, b: Key, isEqual: boolean): void {
    if (a.ref.isValues) this.#bind(b, isEqual);
    if (b.ref.isValues) this.#bind(a, isEqual);
    this.#links.push({ a: this.#linked(a), b: this.#linked(b), isEqual });
  }

  /** Columns of values have nothing to do with one another: that one is a ledger's proves nothing of an id beside it. */
  #linked({ ref, column }: Key): Ref {
    if (!ref.isValues) return ref;
    const columns = this.#valuesColumns.get(ref) ?? new Map<string, Ref>();
    this.#valuesColumns.set(ref, columns);
    const one = columns.get(column) ?? { ...ref };
    columns.set(column, one);
    return one;
  }

  /** A condition compares a key with a value. `isChecked`: one that a subquery reads from tables. */
  #bind({ ref, column }: Key, isEqual: boolean, isChecked = false): void {
    if (ref.table === null) return;
    const isOwner = isChecked || this.#tables.get(ref.table)!.owners.has(column);
    ref.bond = stronger(ref.bond, isEqual && isOwner ? Bond.owner : Bond.id);
  }

  #hasKey({ table }: Ref, column: string): boolean {
    return table === null || this.#tables.get(table)!.keys.has(column);
  }

  #condition(node: Node, level: Level | null, ctes: Ctes): void {
    this.visit(node.lexpr, level, ctes);
    this.visit(node.rexpr, level, ctes);
    const [operator] = (node.name ?? []) as { String?: { sval: string } }[];
    if (operator?.String?.sval === '<>') return;
    const isEqual = operator?.String?.sval === '=';
    const left = this.#keysIn(node.lexpr, level);
    const right = this.#keysIn(node.rexpr, level);
    for (const a of left) for (const b of right) this.#link(a, b, isEqual);
    if (left.length > 0 && right.length > 0) return;
    const isChecked = this.#readsTables([node.lexpr, node.rexpr], ctes);
    for (const key of [...left, ...right]) this.#bind(key, isEqual, isChecked);
  }

  /** `id IN (SELECT …)`: the rows that a subquery finds, which is checked itself if it reads tables. */
  #subquery(node: Node, level: Level | null, ctes: Ctes): void {
    const isChecked = this.#readsTables(node.subselect, ctes);
    for (const key of this.#keysIn(node.testexpr, level)) this.#bind(key, true, isChecked);
    this.visit([node.testexpr, node.subselect], level, ctes);
  }

  /** The keys that one side of a comparison names: one, or those of a row `(a, b)`. */
  #keysIn(side: unknown, level: Level | null): Key[] {
    const node = side as Record<string, Node> | undefined;
    if (node?.RowExpr) return (node.RowExpr.args as unknown[]).flatMap((each) => this.#keysIn(each, level));
    if (node?.TypeCast) return this.#keysIn(node.TypeCast.arg, level);
    if (!node?.ColumnRef) return [];
    const [alias, column] = namesIn(node.ColumnRef.fields as Field[]);
    if (column === undefined) return [];
    const ref = this.#find(alias, column, level);
    return ref === null || !this.#hasKey(ref, column) ? [] : [{ ref, column }];
  }

  #find(alias: string | undefined, column: string, level: Level | null): Ref | null {
    for (let at = level; at !== null; at = at.outer) {
      const found = at.refs.find((ref) =>
        alias === undefined
          ? ref.table !== null && this.#tables.get(ref.table)!.columns.has(column)
          : ref.alias === alias,
      );
      if (found) return found;
      const derived = alias === undefined ? at.refs.find(({ table }) => table === null) : undefined;
      if (derived) return derived;
    }
    return null;
  }

  /** A new row says whose it is: its ledger or client, or the row that it belongs to. */
  #insert(relation: Node, columns: readonly Node[] = []): void {
    const { relname } = relation as { relname?: string };
    if (relname === undefined || !this.#tables.has(relname) || relname === 'clients') return;
    const names = columns.map(({ ResTarget, String: text }) =>
      ResTarget ? (ResTarget as { name: string }).name : (text as { sval: string }).sval,
    );
    if (names.length === 0) return;
    const { keys, owners } = this.#tables.get(relname)!;
    const ref = newRef(relname);
    if (names.some((name) => name !== 'id' && keys.has(name))) ref.bond = Bond.id;
    if (names.some((name) => owners.has(name))) ref.bond = Bond.owner;
    this.#refs.push(ref);
  }

  #copy(node: Node, ctes: Ctes): void {
    if (node.is_from) this.#insert(node.relation as Node, node.attlist as Node[]);
    else if (node.relation) {
      const { relname } = node.relation as { relname: string };
      this.#refs.push(newRef(relname));
    }
    this.visit(node.query, null, ctes);
  }
}

type Field = { readonly String?: { readonly sval: string } };

/** The table, if it is named, and the column. No column: `*`. */
function namesIn(fields: readonly Field[]): [table: string | undefined, column: string | undefined] {
  const names = fields.map((each) => each.String?.sval);
  return [names.at(-2), names.at(-1)];
}

function newRef(table: string, alias = ''): Ref {
  return { table, isValues: false, alias, bond: Bond.none };
}

/** `columns`: of tables beside it, as a function of their columns. */
function derived(alias: string, from: 'tables' | 'columns' | 'values'): Ref {
  return {
    table: null,
    isValues: from === 'values',
    alias,
    bond: from === 'tables' ? Bond.owner : Bond.none,
  };
}

function stronger(a: Bond, b: Bond): Bond {
  return a > b ? a : b;
}
