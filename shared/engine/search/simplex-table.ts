/** A smaller number in a row is a rounding error. */
export const TINY = 1e-12;
/** The most numbers that are saved. A table that needs more is set up again instead. */
const MAX_SAVED = 4_000_000;

/** What `restore` puts back. */
interface Saved {
  readonly table: Float64Array;
  readonly reduced: Float64Array;
  readonly basic: Int32Array;
  readonly basicValues: Float64Array;
  readonly nonbasic: Int32Array;
  readonly values: Float64Array;
}

/**
 * The table of the simplex method for rows `coefficients · x >= need` of columns with two limits: each basic variable
 * as a sum over those that are not basic, which are at one of their limits. A variable is a column, or
 * `columns + row`: by how much the row's sum exceeds its need. Dense, in typed arrays, because a pivot changes most of it.
 */
export class SimplexTable {
  rows = 0;
  readonly columns: number;
  /** Limits of the columns; a search changes them. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Numbers looked at so far: the measure of effort. */
  work = 0;

  protected readonly costs: Float64Array;
  protected coefficients: Float64Array[] = [];
  protected needs: number[] = [];
  /** `basic[row] = … + Σ table[row * columns + place] · nonbasic[place]`. */
  protected table: Float64Array;
  /** By place, what a nonbasic variable adds to the costs. */
  protected readonly reduced: Float64Array;
  protected basic: Int32Array;
  protected basicValues: Float64Array;
  protected readonly nonbasic: Int32Array;
  protected readonly values: Float64Array;
  /** By variable its place among the nonbasic; `~row` if it is basic. */
  protected where: Int32Array;
  /** Places below this may hold variables that are not fixed; the others' numbers are stale until `restore`. */
  protected free: number;
  /** By row, how long its steps are in the frame of reference: Devex pricing (Forrest and Goldfarb, 1992). */
  protected devex: Float64Array;
  /** By place the way that its variable may go: 1 up, -1 down, 0 nowhere. */
  protected readonly ways: Int8Array;
  /** What the present solution costs. */
  protected cost = 0;
  /** The pivot row. */
  readonly #weights: Float64Array;
  readonly #saved: (Saved | null)[] = [];

  constructor(costs: Float64Array, lower: Float64Array, upper: Float64Array) {
    const columns = costs.length;
    this.columns = columns;
    this.costs = costs;
    this.lower = lower.slice();
    this.upper = upper.slice();
    this.table = new Float64Array(64 * columns);
    this.reduced = costs.slice();
    this.basic = new Int32Array(64);
    this.basicValues = new Float64Array(64);
    this.devex = new Float64Array(64);
    this.nonbasic = Int32Array.from(costs.keys());
    this.values = lower.slice();
    this.where = new Int32Array(columns + 64);
    for (let column = 0; column < columns; column++) this.where[column] = column;
    this.free = columns;
    this.ways = new Int8Array(columns);
    this.#weights = new Float64Array(columns);
  }

  /** Whether a row's slack is not basic, so that its sum is at its need and its dual value counts. */
  isTight(row: number): boolean {
    return this.where[this.columns + row]! >= 0;
  }

  /** A column's present value. */
  valueOf(column: number): number {
    const where = this.where[column]!;
    return where >= 0 ? this.values[where]! : this.basicValues[~where]!;
  }

  /** Adds a row. No column may be fixed by a search at this time. */
  addRow(coefficients: Float64Array, need: number): void {
    const { columns, rows } = this;
    this.#reserve();
    const first = rows * columns;
    const table = this.table;
    table.fill(0, first, first + columns);
    let value = -need;
    for (let column = 0; column < columns; column++) {
      const each = coefficients[column]!;
      if (each === 0) continue;
      value += each * this.valueOf(column);
      const where = this.where[column]!;
      if (where >= 0) {
        table[first + where]! += each;
        continue;
      }
      const base = ~where * columns;
      for (let place = 0; place < columns; place++) table[first + place]! += each * table[base + place]!;
      this.work += columns;
    }
    this.coefficients.push(coefficients);
    this.needs.push(need);
    this.basic[rows] = columns + rows;
    this.basicValues[rows] = value;
    this.where[columns + rows] = ~rows;
    this.rows = rows + 1;
    this.work += columns;
  }

  /** Starts again with no column in the basis. */
  restart(): void {
    const { columns } = this;
    const rows = this.coefficients.map((coefficients, row) => ({ coefficients, need: this.needs[row]! }));
    this.rows = 0;
    this.coefficients = [];
    this.needs = [];
    this.reduced.set(this.costs);
    for (let column = 0; column < columns; column++) {
      this.nonbasic[column] = column;
      this.where[column] = column;
    }
    this.values.set(this.lower);
    for (const { coefficients, need } of rows) this.addRow(coefficients, need);
  }

  /** Saves the present state under a number. `restore` goes back to it, after the limits were set back. */
  save(depth: number): void {
    const { rows, columns } = this;
    if ((depth + 1) * rows * columns > MAX_SAVED) {
      this.#saved[depth] = null;
      return;
    }
    let saved = this.#saved[depth] ?? null;
    if (saved === null || saved.table.length !== rows * columns) {
      saved = {
        table: new Float64Array(rows * columns),
        reduced: new Float64Array(columns),
        basic: new Int32Array(rows),
        basicValues: new Float64Array(rows),
        nonbasic: new Int32Array(columns),
        values: new Float64Array(columns),
      };
      this.#saved[depth] = saved;
    }
    saved.table.set(this.table.subarray(0, rows * columns));
    saved.reduced.set(this.reduced);
    saved.basic.set(this.basic.subarray(0, rows));
    saved.basicValues.set(this.basicValues.subarray(0, rows));
    saved.nonbasic.set(this.nonbasic);
    saved.values.set(this.values);
    this.work += (rows * columns) >> 2;
  }

  /** Goes back to the state saved under a number. */
  restore(depth: number): void {
    const saved = this.#saved[depth] ?? null;
    if (saved === null) {
      this.restart();
      return;
    }
    const { rows, columns } = this;
    this.table.set(saved.table);
    this.reduced.set(saved.reduced);
    this.basic.set(saved.basic);
    this.basicValues.set(saved.basicValues);
    this.nonbasic.set(saved.nonbasic);
    this.values.set(saved.values);
    for (let row = 0; row < rows; row++) this.where[this.basic[row]!] = ~row;
    for (let place = 0; place < columns; place++) this.where[this.nonbasic[place]!] = place;
    this.work += (rows * columns) >> 2;
  }

  protected lowerOf(variable: number): number {
    return variable < this.columns ? this.lower[variable]! : 0;
  }

  protected upperOf(variable: number): number {
    return variable < this.columns ? this.upper[variable]! : Number.POSITIVE_INFINITY;
  }

  /** Puts each nonbasic variable at the limit that its reduced cost asks for, and those that are fixed last. */
  protected moveToLimits(): void {
    const { columns } = this;
    for (let place = 0; place < columns; place++) {
      const variable = this.nonbasic[place]!;
      const isLower = variable >= columns || this.reduced[place]! >= 0;
      const wanted = isLower ? this.lowerOf(variable) : this.upperOf(variable);
      if (wanted !== this.values[place]!) this.moveTo(place, wanted);
    }
    this.free = columns;
    for (let place = columns - 1; place >= 0; place--) {
      const variable = this.nonbasic[place]!;
      if (this.lowerOf(variable) === this.upperOf(variable)) this.#swap(place, --this.free);
    }
    this.lookUpWays();
    this.work += columns;
  }

  /** Looks up the ways that nonbasic variables may go, after limits were changed. */
  lookUpWays(): void {
    for (let place = 0; place < this.free; place++) {
      const variable = this.nonbasic[place]!;
      this.ways[place] = this.#wayOf(variable, this.values[place]!);
    }
  }

  #wayOf(variable: number, value: number): number {
    if (this.lowerOf(variable) === this.upperOf(variable)) return 0;
    return value === this.lowerOf(variable) ? 1 : -1;
  }

  /** Exchanges two places. */
  #swap(left: number, right: number): void {
    if (left === right) return;
    const { rows, columns } = this;
    for (let at = 0; at < rows * columns; at += columns) swap(this.table, at + left, at + right);
    swap(this.reduced, left, right);
    swap(this.values, left, right);
    swap(this.nonbasic, left, right);
    this.where[this.nonbasic[left]!] = left;
    this.where[this.nonbasic[right]!] = right;
    this.work += rows;
  }

  protected moveTo(place: number, value: number): void {
    const { rows, columns } = this;
    const step = value - this.values[place]!;
    this.values[place] = value;
    this.ways[place] = this.#wayOf(this.nonbasic[place]!, value);
    this.cost += this.reduced[place]! * step;
    const table = this.table;
    const basicValues = this.basicValues;
    for (let row = 0; row < rows; row++) basicValues[row]! += table[row * columns + place]! * step;
    this.work += rows;
  }

  /** Exchanges a basic variable, which goes to its limit, for a nonbasic one. Fixed variables' places become stale. */
  protected pivot(leaving: number, entering: number, limit: number): void {
    const { rows, columns, table, basicValues, devex, free } = this;
    const base = leaving * columns;
    const pivot = table[base + entering]!;
    const step = (limit - basicValues[leaving]!) / pivot;
    const entered = this.values[entering]! + step;
    this.values[entering] = limit;
    this.ways[entering] = this.#wayOf(this.basic[leaving]!, limit);
    this.cost += this.reduced[entering]! * step;
    const variable = this.nonbasic[entering]!;
    const left = this.basic[leaving]!;
    this.basic[leaving] = variable;
    this.nonbasic[entering] = left;
    this.where[variable] = ~leaving;
    this.where[left] = entering;

    const inverse = 1 / pivot;
    const weights = this.#weights;
    for (let place = 0; place < free; place++) {
      const each = place === entering ? inverse : -table[base + place]! * inverse;
      const weight = each > TINY || each < -TINY ? each : 0;
      table[base + place] = weight;
      weights[place] = weight;
    }
    let changed = 0;
    const reference = devex[leaving]! * inverse * inverse;
    for (let row = 0; row < rows; row++) {
      const start = row * columns;
      const factor = table[start + entering]!;
      if (row === leaving || factor === 0) continue;
      basicValues[row]! += factor * step;
      table[start + entering] = 0;
      if (factor < TINY && factor > -TINY) continue;
      changed++;
      addTimes(table, start, factor, weights, free);
      const weight = factor * factor * reference;
      if (weight > devex[row]!) devex[row] = weight;
    }
    basicValues[leaving] = entered;
    devex[leaving] = Math.max(1, reference);
    const factor = this.reduced[entering]!;
    this.reduced[entering] = 0;
    addTimes(this.reduced, 0, factor, weights, free);
    this.work += (changed + 1) * free + rows + columns;
  }

  #reserve(): void {
    const { rows, columns } = this;
    if (rows < this.basic.length) return;
    this.table = grown(this.table, new Float64Array(2 * rows * columns));
    this.basic = grown(this.basic, new Int32Array(2 * rows));
    this.basicValues = grown(this.basicValues, new Float64Array(2 * rows));
    this.devex = grown(this.devex, new Float64Array(2 * rows).fill(1));
    this.where = grown(this.where, new Int32Array(columns + 2 * rows));
  }
}

function grown<T extends Float64Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

function swap(numbers: Float64Array | Int32Array, left: number, right: number): void {
  const former = numbers[left]!;
  numbers[left] = numbers[right]!;
  numbers[right] = former;
}

/** Adds the first `count` weights, times a factor, to the numbers from `start` on. */
function addTimes(
  numbers: Float64Array,
  start: number,
  times: number,
  weights: Float64Array,
  count: number,
): void {
  for (let place = 0; place < count; place++) numbers[start + place]! += times * weights[place]!;
}
