import { CoverBound } from './cover-bound.ts';
import { CoverProblem } from './cover-problem.ts';
import type { CoverRow } from './cover-rows.ts';
import { type SearchBudget, searchEnd, takeNode } from './search-budget.ts';

/**
 * The best set that covers all rows: fewest members, then least sum of rank positions, then lexicographically
 * smallest; positions ascending. Branch and bound, exact unless the budget runs out. All candidates together
 * must cover every row.
 */
export function fewestCover(rows: readonly CoverRow[], candidates: number, budget: SearchBudget): number[] {
  problem.load(rows, candidates);
  best.take(greedyCover());
  visit(0, 0, budget, searchEnd(budget, candidates, rows.length));
  return best.positions();
}

/** Scratch of the search under way, which ends before another begins: see cover-problem.ts. */
const problem = new CoverProblem();
const bound = new CoverBound();

/** The best cover so far: places ascending, which is positions ascending. */
class BestCover {
  size = 0;
  rankSum = 0;
  #places: number[] = [];

  positions(): number[] {
    return this.#places.map((place) => problem.positions[place]!);
  }

  take(places: number[]): void {
    this.#places = places;
    this.size = places.length;
    this.rankSum = rankSumOf(places);
  }

  /** Takes the first `size` places chosen where they are better. */
  consider(size: number): void {
    if (size > this.size) return;
    const places = Array.from(problem.chosen.subarray(0, size)).sort((left, right) => left - right);
    if (size === this.size) {
      const more = rankSumOf(places) - this.rankSum;
      if (more > 0 || (more === 0 && !this.#isBehind(places))) return;
    }
    this.take(places);
  }

  /** Whether the best list so far comes lexicographically after one of the same size. */
  #isBehind(places: readonly number[]): boolean {
    const differs = this.#places.findIndex((place, index) => place !== places[index]);
    return differs >= 0 && this.#places[differs]! > places[differs]!;
  }
}

const best = new BestCover();

function rankSumOf(places: readonly number[]): number {
  let sum = 0;
  for (const place of places) sum += problem.positions[place]!;
  return sum;
}

/** Searches the sets that a state leads to. False where the budget ended before it was through. */
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
  bound.judge(problem, depth, size);
  if (bound.size > best.size || (bound.size === best.size && bound.rankSum > best.rankSum)) return true;

  const first = bound.branchRow * problem.places;
  const last = first + problem.givers[bound.branchRow]!;
  for (let giver = first; giver < last; giver++) {
    const place = problem.byRank[giver]!;
    if (problem.free[depth * problem.places + place] === 0) continue;
    problem.copy(depth, depth + 1);
    if (!visit(depth + 1, problem.choose(depth + 1, size, place), budget, end)) return false;
    // From here on without it.
    problem.ruleOut(depth, place);
  }
  return true;
}

/** A good cover to start from: always the one that adds the most, then less what turns out superfluous. */
function greedyCover(): number[] {
  problem.copy(0, 1);
  let size = 0;
  while (!problem.isCovered(1)) size = problem.choose(1, size, largestShare());
  const kept = Array.from(problem.chosen.subarray(0, size)).sort((left, right) => left - right);
  for (let index = size - 1; index >= 0; index--) if (coversWithout(kept, index)) kept.splice(index, 1);
  return kept;
}

/** The place that adds the most to the greedy state, at depth 1, each row counted as one. */
function largestShare(): number {
  const { rows, places, needs, free, cover } = problem;
  let most = 0;
  let next = 0;
  for (let place = 0; place < places; place++) {
    if (free[places + place] === 0) continue;
    let share = 0;
    for (let row = 0; row < rows; row++) {
      const need = needs[rows + row]!;
      if (need > 0) share += Math.min(1, cover[row * places + place]! / need);
    }
    if (share > most) {
      most = share;
      next = place;
    }
  }
  return next;
}

function coversWithout(kept: readonly number[], left: number): boolean {
  const { rows, places, needs, cover } = problem;
  for (let row = 0; row < rows; row++) {
    let open = needs[row]!;
    for (let index = 0; index < kept.length; index++) {
      if (index !== left) open -= cover[row * places + kept[index]!]!;
    }
    if (open > 0) return false;
  }
  return true;
}
