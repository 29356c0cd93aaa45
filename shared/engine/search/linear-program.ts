import { SimplexTable, TINY } from './simplex-table.ts';

/** How far a value may be outside its limits, and the smallest number to divide by. */
const TOLERANCE = 1e-7;
/** Ratios of reduced costs that differ by less are equal. */
const EQUAL_WITHIN = 1e-9;
/** The most pivots of one call. If it needs more, it cycles. */
const MAX_PIVOTS = 250;

type LinearEnd = 'solved' | 'infeasible' | 'beyond' | 'stopped';

/**
 * The least of `costs · x`, where each row's sum `coefficients · x` reaches its need and each column keeps within its
 * limits: the relaxation that bounds a search. Solved by the dual simplex method; columns have two limits, so any basis
 * is a start once each column is at the limit that its reduced cost asks for. So a search only changes `lower` and
 * `upper`, and solves again.
 *
 * Rounding errors in the table cost time, never a wrong bound: `proveBound` and the proof of infeasibility are computed
 * from the rows as given.
 */
export class LinearProgram extends SimplexTable {
  /** What the columns cost beyond their rows' worth, after `proveBound`. */
  readonly reducedCosts: Float64Array;
  readonly #candidates: Int32Array;

  constructor(costs: Float64Array, lower: Float64Array, upper: Float64Array) {
    super(costs, lower, upper);
    this.reducedCosts = new Float64Array(this.columns);
    this.#candidates = new Int32Array(this.columns);
  }

  /** Solves for the present limits. Ends early if the costs are certain to exceed `most`. */
  solve(most: number): LinearEnd {
    this.moveToLimits();
    this.devex.fill(1);
    this.cost = this.#presentCost();
    for (let pivots = 0; ; pivots++) {
      const leaving = this.#worstRow();
      if (leaving < 0) return 'solved';
      if (this.cost > most) return 'beyond';
      if (pivots === MAX_PIVOTS) return 'stopped';
      const variable = this.basic[leaving]!;
      const isLow = this.basicValues[leaving]! < this.lowerOf(variable);
      const entering = this.#chooseEntering(leaving, isLow);
      if (entering < 0) return this.#provesInfeasible(leaving, isLow) ? 'infeasible' : 'stopped';
      this.pivot(leaving, entering, isLow ? this.lowerOf(variable) : this.upperOf(variable));
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
      const row = this.nonbasic[place]! - columns;
      const worth = this.reduced[place]!;
      if (row < 0 || worth <= TINY) continue;
      bound += worth * this.needs[row]!;
      subtract(reducedCosts, this.coefficients[row]!, worth);
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
   * would bring. Infinity if that is impossible.
   */
  penalties(column: number, below: number, above: number): { readonly down: number; readonly up: number } {
    const { columns, free, table, reduced, ways } = this;
    const row = ~this.where[column]!;
    const value = this.basicValues[row]!;
    const base = row * columns;
    let down = Number.POSITIVE_INFINITY;
    let up = Number.POSITIVE_INFINITY;
    for (let place = 0; place < free; place++) {
      const slope = table[base + place]! * ways[place]!;
      if (slope < EQUAL_WITHIN && slope > -EQUAL_WITHIN) continue;
      const ratio = Math.abs(reduced[place]!) / slope;
      if (slope > 0) {
        if (ratio < up) up = ratio;
      } else if (-ratio < down) down = -ratio;
    }
    this.work += free;
    return { down: down * (value - below), up: up * (above - value) };
  }

  #presentCost(): number {
    let cost = 0;
    for (let column = 0; column < this.columns; column++) cost += this.costs[column]! * this.valueOf(column);
    return cost;
  }

  /** The row whose basic variable is furthest outside its limits; -1 if none is. */
  #worstRow(): number {
    const { rows, columns, basic, basicValues, lower, upper, devex } = this;
    let worst = -1;
    let furthest = 0;
    for (let row = 0; row < rows; row++) {
      const variable = basic[row]!;
      const value = basicValues[row]!;
      let outside = -value;
      if (variable < columns) {
        const below = lower[variable]! - value;
        const above = value - upper[variable]!;
        outside = Math.max(below, above);
      }
      if (outside <= TOLERANCE) continue;
      const far = (outside * outside) / devex[row]!;
      if (far > furthest) {
        worst = row;
        furthest = far;
      }
    }
    return worst;
  }

  /**
   * The place that enters the basis for a row: the one with the least ratio of reduced cost to coefficient. A place whose
   * whole range does not bring the row to its limit is moved to its other limit, and the next one is tried. -1 if none is
   * left.
   */
  #chooseEntering(leaving: number, isLow: boolean): number {
    const { free, table, reduced, ways } = this;
    const base = leaving * this.columns;
    const sign = isLow ? 1 : -1;
    const candidates = this.#candidates;
    let count = 0;
    for (let place = 0; place < free; place++) {
      if (sign * ways[place]! * table[base + place]! >= TOLERANCE) candidates[count++] = place;
    }
    this.work += this.free;
    const variable = this.basic[leaving]!;
    const limit = isLow ? this.lowerOf(variable) : this.upperOf(variable);
    for (;;) {
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      let steepest = 0;
      for (let index = 0; index < count; index++) {
        const place = candidates[index]!;
        const slope = Math.abs(table[base + place]!);
        const ratio = Math.abs(reduced[place]!) / slope;
        if (ratio < least - EQUAL_WITHIN || (ratio <= least + EQUAL_WITHIN && slope > steepest)) {
          least = Math.min(least, ratio);
          steepest = slope;
          best = index;
        }
      }
      if (best < 0) return -1;
      const place = candidates[best]!;
      const entering = this.nonbasic[place]!;
      const lower = this.lowerOf(entering);
      const upper = this.upperOf(entering);
      const gap = Math.abs(limit - this.basicValues[leaving]!);
      if (steepest * (upper - lower) >= gap - EQUAL_WITHIN) return place;
      this.moveTo(place, this.values[place]! === lower ? upper : lower);
      candidates[best] = candidates[--count]!;
    }
  }

  /** Whether no `x` within the limits can reach the sum of the rows that a stuck row is made of. */
  #provesInfeasible(stuck: number, isLow: boolean): boolean {
    const { columns } = this;
    const sum = new Float64Array(columns);
    let need = 0;
    const add = (row: number, weight: number): void => {
      if (weight <= 0) return;
      subtract(sum, this.coefficients[row]!, -weight);
      need += weight * this.needs[row]!;
      this.work += columns;
    };
    for (let place = 0; place < columns; place++) {
      const row = this.nonbasic[place]! - columns;
      const slope = this.table[stuck * columns + place]!;
      if (row >= 0) add(row, isLow ? -slope : slope);
    }
    const row = this.basic[stuck]! - columns;
    if (row >= 0 && isLow) add(row, 1);
    let most = 0;
    for (let column = 0; column < columns; column++) {
      const each = sum[column]!;
      most += each * (each > 0 ? this.upper[column]! : this.lower[column]!);
    }
    return most < need - TOLERANCE * (1 + Math.abs(need));
  }
}

function subtract(from: Float64Array, row: Float64Array, times: number): void {
  for (let column = 0; column < from.length; column++) from[column]! -= times * row[column]!;
}
