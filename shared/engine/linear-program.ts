/** How far a value may lie outside its limits, and how small a number still is one to divide by. */
const TOLERANCE = 1e-7;
/** Ratios of reduced costs closer than this are alike. */
const ALIKE = 1e-9;
/** What is smaller in a row is a rounding error. */
const TINY = 1e-12;
/** Pivots of one call: beyond them it turns in circles. */
const MOST_PIVOTS = 250;
/** Numbers kept for going back; a program that needs more is solved again from its start instead. */
const MOST_SAVED = 4_000_000;

export type LinearEnd = 'solved' | 'infeasible' | 'beyond' | 'stopped';

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
 * The least of `costs · x`, where each row's sum `coefficients · x` reaches its need and each column keeps within its
 * limits: the relaxation that bounds a search. Solved by the dual simplex method on a dense table of the columns that
 * are not basic; columns have two limits, so any basis is a start once each column lies at the limit that its reduced
 * cost asks for. That is why a search only changes `lower` and `upper` and solves again.
 *
 * A variable is a column, or `columns + row`: by how much the row's sum exceeds its need. Rounding errors in the table
 * cost time, never a wrong bound: `proveBound` and the proof of infeasibility are computed from the rows as given.
 */
export class LinearProgram {
  rows = 0;
  readonly columns: number;
  /** Limits of the columns. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** What the columns cost beyond their rows' worth, after `proveBound`. */
  readonly reducedCosts: Float64Array;
  /** Numbers looked at so far: the measure of effort. */
  work = 0;

  readonly #costs: Float64Array;
  #coefficients: Float64Array[] = [];
  #needs: number[] = [];
  /** `basic[row] = … + Σ table[row * columns + place] · nonbasic[place]`. */
  #table: Float64Array;
  readonly #reduced: Float64Array;
  #basic: Int32Array;
  #basicValues: Float64Array;
  /** By row, how long its steps are in the frame of reference: Devex pricing (Forrest and Goldfarb, 1992). */
  #devex: Float64Array;
  readonly #nonbasic: Int32Array;
  readonly #values: Float64Array;
  /** By variable its place among the nonbasic; `~row` if it is basic. */
  #where: Int32Array;
  /** Places of nonbasic variables that may change in the present call, and of these the ones in the pivot row. */
  readonly #active: Int32Array;
  readonly #touched: Int32Array;
  readonly #candidates: Int32Array;
  readonly #weights: Float64Array;
  #activeCount = 0;
  #saved: (Saved | null)[] = [];

  constructor(costs: Float64Array, lower: Float64Array, upper: Float64Array) {
    const columns = costs.length;
    this.columns = columns;
    this.#costs = costs;
    this.lower = lower.slice();
    this.upper = upper.slice();
    this.reducedCosts = new Float64Array(columns);
    this.#table = new Float64Array(64 * columns);
    this.#reduced = costs.slice();
    this.#basic = new Int32Array(64);
    this.#basicValues = new Float64Array(64);
    this.#devex = new Float64Array(64).fill(1);
    this.#nonbasic = Int32Array.from(costs.keys());
    this.#values = lower.slice();
    this.#where = new Int32Array(columns + 64);
    for (let column = 0; column < columns; column++) this.#where[column] = column;
    this.#active = new Int32Array(columns);
    this.#touched = new Int32Array(columns);
    this.#candidates = new Int32Array(columns);
    this.#weights = new Float64Array(columns);
  }

  coefficientsOf(row: number): Float64Array {
    return this.#coefficients[row]!;
  }

  needOf(row: number): number {
    return this.#needs[row]!;
  }

  /** Whether a row's sum is at its need for being basic nowhere: then its dual value counts. */
  isTight(row: number): boolean {
    return this.#where[this.columns + row]! >= 0;
  }

  /** A column's present value. */
  valueOf(column: number): number {
    const where = this.#where[column]!;
    return where >= 0 ? this.#values[where]! : this.#basicValues[~where]!;
  }

  /** Adds a row. Columns whose limits differ from those at the start must not have been fixed meanwhile. */
  addRow(coefficients: Float64Array, need: number): void {
    const { columns, rows } = this;
    this.#reserve();
    const first = rows * columns;
    const table = this.#table;
    table.fill(0, first, first + columns);
    let value = -need;
    for (let column = 0; column < columns; column++) {
      const each = coefficients[column]!;
      if (each === 0) continue;
      value += each * this.valueOf(column);
      const where = this.#where[column]!;
      if (where >= 0) {
        table[first + where]! += each;
        continue;
      }
      const base = ~where * columns;
      for (let place = 0; place < columns; place++) table[first + place]! += each * table[base + place]!;
      this.work += columns;
    }
    this.#coefficients.push(coefficients);
    this.#needs.push(need);
    this.#basic[rows] = columns + rows;
    this.#basicValues[rows] = value;
    this.#where[columns + rows] = ~rows;
    this.rows = rows + 1;
    this.work += columns;
  }

  /** Begins again from no column in the basis. */
  restart(): void {
    const { columns } = this;
    const rows = this.#coefficients.map((coefficients, row) => ({ coefficients, need: this.#needs[row]! }));
    this.rows = 0;
    this.#coefficients = [];
    this.#needs = [];
    this.#reduced.set(this.#costs);
    for (let column = 0; column < columns; column++) {
      this.#nonbasic[column] = column;
      this.#where[column] = column;
    }
    this.#values.set(this.lower);
    for (const { coefficients, need } of rows) this.addRow(coefficients, need);
  }

  /** Solves for the present limits; ends early where the costs are certain to exceed `most`. */
  solve(most: number): LinearEnd {
    this.#moveToLimits();
    this.#devex.fill(1);
    let cost = this.#presentCost();
    for (let pivots = 0; ; pivots++) {
      const leaving = this.#worstRow();
      if (leaving < 0) return 'solved';
      if (cost > most) return 'beyond';
      if (pivots === MOST_PIVOTS) return 'stopped';
      const variable = this.#basic[leaving]!;
      const isLow = this.#basicValues[leaving]! < this.#lowerOf(variable);
      const entering = this.#chooseEntering(leaving, isLow);
      if (entering < 0) return this.#provesInfeasible(leaving, isLow) ? 'infeasible' : 'stopped';
      this.#pivot(leaving, entering, isLow ? this.#lowerOf(variable) : this.#upperOf(variable));
      cost = this.#presentCost();
    }
  }

  /**
   * What all `x` within the limits cost at least if columns cost `costs`, which may be others than the program's own:
   * a sum over the rows, each worth its dual value, and over what columns cost beyond them.
   */
  proveBound(costs: Float64Array): number {
    const { columns, reducedCosts } = this;
    reducedCosts.set(costs);
    let bound = 0;
    for (let place = 0; place < columns; place++) {
      const row = this.#nonbasic[place]! - columns;
      const worth = this.#reduced[place]!;
      if (row < 0 || worth <= TINY) continue;
      bound += worth * this.#needs[row]!;
      subtract(reducedCosts, this.#coefficients[row]!, worth);
      this.work += columns;
    }
    for (let column = 0; column < columns; column++) {
      const cost = reducedCosts[column]!;
      bound += cost * (cost > 0 ? this.lower[column]! : this.upper[column]!);
    }
    return bound;
  }

  /**
   * By how much the cost rises at least if a basic column goes up to `above` or down to `below`: what the first pivot
   * would bring. Infinity where that is impossible.
   */
  penalties(column: number, below: number, above: number): { readonly down: number; readonly up: number } {
    const { columns } = this;
    const row = ~this.#where[column]!;
    const value = this.#basicValues[row]!;
    const base = row * columns;
    let down = Number.POSITIVE_INFINITY;
    let up = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.#activeCount; index++) {
      const place = this.#active[index]!;
      const slope = this.#table[base + place]!;
      if (slope < ALIKE && slope > -ALIKE) continue;
      const variable = this.#nonbasic[place]!;
      if (this.#lowerOf(variable) === this.#upperOf(variable)) continue;
      const ratio = Math.abs(this.#reduced[place]! / slope);
      const isAtLower = this.#values[place]! === this.#lowerOf(variable);
      if (slope > 0 === isAtLower) {
        if (ratio < up) up = ratio;
      } else if (ratio < down) down = ratio;
    }
    this.work += this.#activeCount;
    return { down: down * (value - below), up: up * (above - value) };
  }

  /** Keeps the present state under a number, to go back to it after the limits have been put back. */
  save(depth: number): void {
    const { rows, columns } = this;
    if ((depth + 1) * rows * columns > MOST_SAVED) {
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
    saved.table.set(this.#table.subarray(0, rows * columns));
    saved.reduced.set(this.#reduced);
    saved.basic.set(this.#basic.subarray(0, rows));
    saved.basicValues.set(this.#basicValues.subarray(0, rows));
    saved.nonbasic.set(this.#nonbasic);
    saved.values.set(this.#values);
    this.work += (rows * columns) >> 2;
  }

  /** Goes back to the state kept under a number. */
  restore(depth: number): void {
    const saved = this.#saved[depth] ?? null;
    if (saved === null) {
      this.restart();
      return;
    }
    const { rows, columns } = this;
    this.#table.set(saved.table);
    this.#reduced.set(saved.reduced);
    this.#basic.set(saved.basic);
    this.#basicValues.set(saved.basicValues);
    this.#nonbasic.set(saved.nonbasic);
    this.#values.set(saved.values);
    for (let row = 0; row < rows; row++) this.#where[this.#basic[row]!] = ~row;
    for (let place = 0; place < columns; place++) this.#where[this.#nonbasic[place]!] = place;
    this.work += (rows * columns) >> 2;
  }

  #lowerOf(variable: number): number {
    return variable < this.columns ? this.lower[variable]! : 0;
  }

  #upperOf(variable: number): number {
    return variable < this.columns ? this.upper[variable]! : Number.POSITIVE_INFINITY;
  }

  /** Puts each nonbasic variable at the limit that its reduced cost asks for, and lists those that are not fixed. */
  #moveToLimits(): void {
    const { columns } = this;
    this.#activeCount = 0;
    for (let place = 0; place < columns; place++) {
      const variable = this.#nonbasic[place]!;
      const lower = this.#lowerOf(variable);
      const upper = this.#upperOf(variable);
      if (lower < upper) this.#active[this.#activeCount++] = place;
      const wanted = variable >= columns || this.#reduced[place]! >= 0 ? lower : upper;
      if (wanted !== this.#values[place]!) this.#moveTo(place, wanted);
    }
    this.work += columns;
  }

  #moveTo(place: number, value: number): void {
    const { rows, columns } = this;
    const step = value - this.#values[place]!;
    this.#values[place] = value;
    const table = this.#table;
    const basicValues = this.#basicValues;
    for (let row = 0; row < rows; row++) basicValues[row]! += table[row * columns + place]! * step;
    this.work += rows;
  }

  #presentCost(): number {
    let cost = 0;
    for (let column = 0; column < this.columns; column++) cost += this.#costs[column]! * this.valueOf(column);
    return cost;
  }

  /** The row whose basic variable lies furthest outside its limits; -1 where none does. */
  #worstRow(): number {
    const { rows, columns } = this;
    let worst = -1;
    let furthest = 0;
    for (let row = 0; row < rows; row++) {
      const variable = this.#basic[row]!;
      const value = this.#basicValues[row]!;
      const outside =
        variable < columns ? Math.max(this.lower[variable]! - value, value - this.upper[variable]!) : -value;
      if (outside <= TOLERANCE) continue;
      const far = (outside * outside) / this.#devex[row]!;
      if (far > furthest) {
        worst = row;
        furthest = far;
      }
    }
    return worst;
  }

  /**
   * The place that enters the basis for a row: of the least ratio of reduced cost to coefficient. Those of smaller
   * ratio whose whole range does not bring the row to its limit are moved to their other limit. -1 where none is left.
   */
  #chooseEntering(leaving: number, isLow: boolean): number {
    const base = leaving * this.columns;
    const sign = isLow ? 1 : -1;
    const candidates = this.#candidates;
    const table = this.#table;
    let count = 0;
    for (let index = 0; index < this.#activeCount; index++) {
      const place = this.#active[index]!;
      const slope = sign * table[base + place]!;
      if (slope < TOLERANCE && slope > -TOLERANCE) continue;
      const variable = this.#nonbasic[place]!;
      const value = this.#values[place]!;
      if (slope > 0 ? this.#upperOf(variable) > value : this.#lowerOf(variable) < value)
        candidates[count++] = place;
    }
    this.work += this.#activeCount;
    const variable = this.#basic[leaving]!;
    const limit = isLow ? this.#lowerOf(variable) : this.#upperOf(variable);
    for (;;) {
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      let steepest = 0;
      for (let index = 0; index < count; index++) {
        const place = candidates[index]!;
        const slope = Math.abs(table[base + place]!);
        const ratio = Math.abs(this.#reduced[place]!) / slope;
        if (ratio < least - ALIKE || (ratio <= least + ALIKE && slope > steepest)) {
          least = Math.min(least, ratio);
          steepest = slope;
          best = index;
        }
      }
      if (best < 0) return -1;
      const place = candidates[best]!;
      const entering = this.#nonbasic[place]!;
      const lower = this.#lowerOf(entering);
      const upper = this.#upperOf(entering);
      const gap = Math.abs(limit - this.#basicValues[leaving]!);
      if (steepest * (upper - lower) >= gap - ALIKE) return place;
      this.#moveTo(place, this.#values[place]! === lower ? upper : lower);
      candidates[best] = candidates[--count]!;
    }
  }

  /** Exchanges a basic variable, which goes to its limit, for a nonbasic one. Fixed variables' places grow stale. */
  #pivot(leaving: number, entering: number, limit: number): void {
    const { rows, columns } = this;
    const table = this.#table;
    const touched = this.#touched;
    const base = leaving * columns;
    const pivot = table[base + entering]!;
    const step = (limit - this.#basicValues[leaving]!) / pivot;
    for (let row = 0; row < rows; row++) this.#basicValues[row]! += table[row * columns + entering]! * step;
    this.#basicValues[leaving] = this.#values[entering]! + step;
    this.#values[entering] = limit;
    const variable = this.#nonbasic[entering]!;
    const left = this.#basic[leaving]!;
    this.#basic[leaving] = variable;
    this.#nonbasic[entering] = left;
    this.#where[variable] = ~leaving;
    this.#where[left] = entering;

    const inverse = 1 / pivot;
    const weights = this.#weights;
    let count = 0;
    for (let index = 0; index < this.#activeCount; index++) {
      const place = this.#active[index]!;
      const each = place === entering ? inverse : -table[base + place]! * inverse;
      const isThere = each > TINY || each < -TINY;
      table[base + place] = isThere ? each : 0;
      if (!isThere) continue;
      weights[count] = each;
      touched[count++] = place;
    }
    let changed = 1;
    const devex = this.#devex;
    const reference = devex[leaving]! / (pivot * pivot);
    devex[leaving] = Math.max(1, reference);
    for (let row = 0; row < rows; row++) {
      const start = row * columns;
      const factor = table[start + entering]!;
      if (row === leaving) continue;
      table[start + entering] = 0;
      if (factor < TINY && factor > -TINY) continue;
      for (let index = 0; index < count; index++) {
        const place = start + touched[index]!;
        table[place] = table[place]! + factor * weights[index]!;
      }
      const weight = factor * factor * reference;
      if (weight > devex[row]!) devex[row] = weight;
      changed++;
    }
    const factor = this.#reduced[entering]!;
    this.#reduced[entering] = 0;
    for (let index = 0; index < count; index++) this.#reduced[touched[index]!]! += factor * weights[index]!;
    this.work += changed * count + rows + columns;
  }

  /** Whether the rows that a stuck row is made of can together not be reached by any `x` within the limits. */
  #provesInfeasible(stuck: number, isLow: boolean): boolean {
    const { columns } = this;
    const sum = new Float64Array(columns);
    let need = 0;
    const add = (row: number, weight: number): void => {
      if (weight <= 0) return;
      subtract(sum, this.#coefficients[row]!, -weight);
      need += weight * this.#needs[row]!;
      this.work += columns;
    };
    for (let place = 0; place < columns; place++) {
      const row = this.#nonbasic[place]! - columns;
      const slope = this.#table[stuck * columns + place]!;
      if (row >= 0) add(row, isLow ? -slope : slope);
    }
    const row = this.#basic[stuck]! - columns;
    if (row >= 0 && isLow) add(row, 1);
    let most = 0;
    for (let column = 0; column < columns; column++) {
      const each = sum[column]!;
      most += each * (each > 0 ? this.upper[column]! : this.lower[column]!);
    }
    return most < need - TOLERANCE * (1 + Math.abs(need));
  }

  #reserve(): void {
    const { rows, columns } = this;
    if (rows < this.#basic.length) return;
    this.#table = grown(this.#table, new Float64Array(2 * rows * columns));
    this.#basic = grown(this.#basic, new Int32Array(2 * rows));
    this.#basicValues = grown(this.#basicValues, new Float64Array(2 * rows));
    this.#devex = grown(this.#devex, new Float64Array(2 * rows).fill(1));
    this.#where = grown(this.#where, new Int32Array(columns + 2 * rows));
  }
}

function subtract(from: Float64Array, row: Float64Array, times: number): void {
  for (let column = 0; column < from.length; column++) from[column]! -= times * row[column]!;
}

function grown<T extends Float64Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
