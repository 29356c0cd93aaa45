import { CoverBound } from './cover-bound.ts';
import { CoverProblem } from './cover-problem.ts';
import type { CoverRow } from './cover-rows.ts';
import { type SearchBudget, searchEnd, takeNode } from './search-budget.ts';

/**
 * The best set that covers all rows: fewest members, then least sum of rank positions, then lexicographically
 * smallest; positions ascending. Branch and bound, exact unless the budget ends. All candidates together
 * must cover every row.
 */
export function fewestCover(rows: readonly CoverRow[], candidates: number, budget: SearchBudget): number[] {
  problem.load(rows, candidates);
  if (kept.length < candidates) {
    kept = new Int32Array(candidates);
    shares = new Float64Array(candidates);
  }
  best.start(greedyCover());
  visit(0, 0, budget, searchEnd(budget, candidates, rows.length));
  return best.positions();
}

/** Used again by each search: one ends before another begins (cover-problem.ts). */
const problem = new CoverProblem();
const bound = new CoverBound();
let kept = new Int32Array(0);
let shares = new Float64Array(0);

/** The best cover so far. */
class BestCover {
  size = 0;
  rankSum = 0;
  /** Ascending, which is positions ascending. */
  #places = new Int32Array(0);
  #others = new Int32Array(0);

  positions(): number[] {
    const positions = new Array<number>(this.size);
    for (let index = 0; index < this.size; index++)
      positions[index] = problem.positions[this.#places[index]!]!;
    return positions;
  }

  /** The first `size` places chosen become the best, whatever was best before. */
  start(size: number): void {
    if (this.#places.length < problem.places) {
      this.#places = new Int32Array(problem.places);
      this.#others = new Int32Array(problem.places);
    }
    sortInto(this.#places, size);
    this.size = size;
    this.rankSum = rankSumOfChosen(size);
  }

  /** The first `size` places chosen become the best if they are better. */
  consider(size: number): void {
    if (size > this.size) return;
    const rankSum = rankSumOfChosen(size);
    if (size === this.size && rankSum > this.rankSum) return;
    sortInto(this.#others, size);
    if (size === this.size && rankSum === this.rankSum && !this.#isBehindOthers()) return;
    [this.#places, this.#others] = [this.#others, this.#places];
    this.size = size;
    this.rankSum = rankSum;
  }

  /** Whether the best list so far comes lexicographically after the others, of the same size. */
  #isBehindOthers(): boolean {
    for (let index = 0; index < this.size; index++) {
      const differ = this.#places[index]! - this.#others[index]!;
      if (differ !== 0) return differ > 0;
    }
    return false;
  }
}

const best = new BestCover();

/** Writes the first `size` places chosen in ascending order. */
function sortInto(sorted: Int32Array, size: number): void {
  for (let index = 0; index < size; index++) {
    const place = problem.chosen[index]!;
    let before = index;
    for (; before > 0 && sorted[before - 1]! > place; before--) sorted[before] = sorted[before - 1]!;
    sorted[before] = place;
  }
}

function rankSumOfChosen(size: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++) sum += problem.positions[problem.chosen[index]!]!;
  return sum;
}

/** Searches the sets that a state leads to. Returns false if the budget ended first. */
function visit(depth: number, chosen: number, budget: SearchBudget, end: number): boolean {
  if (!takeNode(budget, end)) return false;
  if (chosen + 1 === best.size && !problem.isCovered(depth)) {
    const last = problem.lastChoice(depth);
    if (last >= 0) {
      problem.chosen[chosen] = last;
      best.consider(chosen + 1);
    }
    return true;
  }
  const size = problem.takeForced(depth, chosen);
  if (size < 0 || size > best.size) return true;
  if (problem.isCovered(depth)) {
    best.consider(size);
    return true;
  }
  bound.compute(problem, depth, size);
  if (bound.size > best.size || (bound.size === best.size && bound.rankSum > best.rankSum)) return true;

  const first = bound.branchRow * problem.places;
  const last = first + problem.siteCounts[bound.branchRow]!;
  for (let entry = first; entry < last; entry++) {
    const place = problem.byRank[entry]!;
    if (problem.free[depth * problem.places + place] === 0) continue;
    problem.copy(depth, depth + 1);
    if (!visit(depth + 1, problem.choose(depth + 1, size, place), budget, end)) return false;
    problem.ruleOut(depth, place);
  }
  return true;
}

/** Chooses a good cover to start from: adds the place that adds the most, then drops superfluous ones. Returns its size. */
function greedyCover(): number {
  problem.copy(0, 1);
  let size = problem.takeForced(1, 0);
  while (!problem.isCovered(1)) size = problem.choose(1, size, largestShare());
  // Places that rank last are dropped first.
  sortInto(kept, size);
  for (let index = size - 1; index >= 0; index--) {
    if (!coversWithout(size, index)) continue;
    kept.copyWithin(index, index + 1, size--);
  }
  problem.chosen.set(kept.subarray(0, size));
  return size;
}

/** The place that adds the most to the greedy state, at depth 1, each row counted as one. */
function largestShare(): number {
  const { rows, places, needs, free, cover, byRank, siteCounts } = problem;
  shares.fill(0, 0, places);
  for (let row = 0; row < rows; row++) {
    const need = needs[rows + row]!;
    if (need === 0) continue;
    const first = row * places;
    const end = first + siteCounts[row]!;
    for (let entry = first; entry < end; entry++) {
      const place = byRank[entry]!;
      if (free[places + place] === 1) shares[place]! += Math.min(1, cover[first + place]! / need);
    }
  }
  let next = 0;
  for (let place = 1; place < places; place++) if (shares[place]! > shares[next]!) next = place;
  return next;
}

function coversWithout(size: number, left: number): boolean {
  const { rows, places, needs, cover } = problem;
  for (let row = 0; row < rows; row++) {
    let open = needs[row]!;
    for (let index = 0; index < size; index++) {
      if (index !== left) open -= cover[row * places + kept[index]!]!;
    }
    if (open > 0) return false;
  }
  return true;
}
