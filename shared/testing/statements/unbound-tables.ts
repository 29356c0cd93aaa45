import type { Table } from './customer-tables.ts';

/** A node of the tree that libpg-query makes of a statement. */
type Node = { readonly [name: string]: unknown };

/** A table in one level of a statement, or a derived table: a CTE, a subquery, a function. */
interface Ref {
  /** null: a derived table. Its own statement is checked by itself. */
  readonly table: string | null;
  readonly alias: string;
  isBound: boolean;
}

/** The tables of one level of a statement. Inner levels can name tables of outer ones. */
interface Level {
  readonly refs: Ref[];
  readonly outer: Level | null;
}

/** Two columns that a condition makes equal. */
interface Link {
  readonly a: Ref;
  readonly b: Ref;
}

/**
 * The tables of customer data that a statement reads or changes without naming a ledger or client. A table is bound if
 * a condition compares one of its keys with a value (`ledger_id = $1`, `run_id IN (…)`, ids that were read before) or
 * with a key of a bound table.
 */
export function unboundTables(statement: Node, tables: ReadonlyMap<string, Table>): string[] {
  const walk = new Walk(tables);
  walk.visit(statement, null, new Set());
  walk.follow();
  return [...new Set(walk.unbound())].sort();
}

class Walk {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #refs: Ref[] = [];
  readonly #links: Link[] = [];
  readonly #inserted: string[] = [];

  constructor(tables: ReadonlyMap<string, Table>) {
    this.#tables = tables;
  }

  /** Reads a node and all nodes below it. `ctes` are names of CTEs, which are no tables. */
  visit(node: unknown, outer: Level | null, ctes: ReadonlySet<string>): void {
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

  /** Binds tables that are linked to bound tables, until nothing changes. */
  follow(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const { a, b } of this.#links) {
        if (a.isBound === b.isBound) continue;
        a.isBound = true;
        b.isBound = true;
        changed = true;
      }
    }
  }

  unbound(): string[] {
    const read = this.#refs.filter(({ table, isBound }) => table !== null && !isBound);
    return [...read.map(({ table }) => table!), ...this.#inserted];
  }

  #level(kind: string, node: Node, outer: Level | null, outerCtes: ReadonlySet<string>): void {
    const level: Level = { refs: [], outer };
    const ctes = new Set(outerCtes);
    const list = ((node.withClause as Node | undefined)?.ctes ?? []) as Node[];
    for (const { CommonTableExpr } of list) ctes.add((CommonTableExpr as { ctename: string }).ctename);
    // The sides of a UNION are checked by themselves, because they cannot name tables of this level.
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

  #name(node: Node | undefined, level: Level, ctes: ReadonlySet<string>): void {
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
      const isTable = !ctes.has(relname) && this.#tables.has(relname);
      this.#add(level, isTable ? relname : null, alias?.aliasname ?? relname);
      return;
    }
    const [inner] = Object.values(node) as { alias?: { aliasname: string } }[];
    this.#add(level, null, inner?.alias?.aliasname ?? '');
  }

  #add(level: Level, table: string | null, alias: string): void {
    const ref = { table, alias, isBound: table === null };
    level.refs.push(ref);
    this.#refs.push(ref);
  }

  /** `JOIN … USING (run_id)`. */
  #using(column: string, left: readonly Ref[], right: readonly Ref[]): void {
    for (const a of left.filter((ref) => this.#hasKey(ref, column))) {
      for (const b of right.filter((ref) => this.#hasKey(ref, column))) this.#links.push({ a, b });
    }
  }

  #hasKey({ table }: Ref, column: string): boolean {
    return table === null || this.#tables.get(table)!.keys.has(column);
  }

  #condition(node: Node, level: Level | null, ctes: ReadonlySet<string>): void {
    this.visit(node.lexpr, level, ctes);
    this.visit(node.rexpr, level, ctes);
    const [operator] = (node.name ?? []) as { String?: { sval: string } }[];
    if (operator?.String?.sval === '<>') return;
    const left = this.#keysIn(node.lexpr, level);
    const right = this.#keysIn(node.rexpr, level);
    for (const { ref: a } of left) {
      if (right.length === 0) a.isBound = true;
      for (const { ref: b } of right) this.#links.push({ a, b });
    }
    for (const { ref } of left.length === 0 ? right : []) ref.isBound = true;
  }

  /** `id IN (SELECT …)` binds the table, because the subquery is checked itself. */
  #subquery(node: Node, level: Level | null, ctes: ReadonlySet<string>): void {
    for (const { ref } of this.#keysIn(node.testexpr, level)) ref.isBound = true;
    this.visit([node.testexpr, node.subselect], level, ctes);
  }

  /** The keys that one side of a comparison names: one, or those of a row `(a, b)`. */
  #keysIn(side: unknown, level: Level | null): { ref: Ref; column: string }[] {
    const node = side as Record<string, Node> | undefined;
    if (node?.RowExpr) return (node.RowExpr.args as unknown[]).flatMap((each) => this.#keysIn(each, level));
    if (node?.TypeCast) return this.#keysIn(node.TypeCast.arg, level);
    if (!node?.ColumnRef) return [];
    const fields = (node.ColumnRef.fields as { String?: { sval: string } }[]).map(
      (each) => each.String?.sval,
    );
    const column = fields.at(-1);
    if (column === undefined) return [];
    const ref = this.#find(fields.at(-2), column, level);
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

  /** An INSERT must set a key of the ledger or client. */
  #insert(relation: Node, columns: readonly Node[] = []): void {
    const { relname } = relation as { relname?: string };
    if (relname === undefined || !this.#tables.has(relname) || relname === 'clients') return;
    const names = columns.map(({ ResTarget, String: text }) =>
      ResTarget ? (ResTarget as { name: string }).name : (text as { sval: string }).sval,
    );
    const owners = [...this.#tables.get(relname)!.keys].filter((name) => name !== 'id');
    if (names.length > 0 && !owners.some((name) => names.includes(name))) this.#inserted.push(relname);
  }

  #copy(node: Node, ctes: ReadonlySet<string>): void {
    if (node.is_from) this.#insert(node.relation as Node, node.attlist as Node[]);
    else if (node.relation) this.#inserted.push((node.relation as { relname: string }).relname);
    this.visit(node.query, null, ctes);
  }
}
