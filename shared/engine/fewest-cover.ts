import { boundOf } from './cover-bound.ts';
import {
  type CoverProblem,
  type CoverState,
  choose,
  coverProblem,
  lastChoice,
  rootOf,
  takeForced,
} from './cover-problem.ts';
import type { CoverRow } from './cover-rows.ts';
import { outclassedBy } from './outclassed.ts';
import { type SearchBudget, searchEnd, takeNode } from './search-budget.ts';
import { compareSets, sumOf } from './set-order.ts';

/**
 * The best set that covers all rows: fewest members, then least sum of rank positions, then lexicographically
 * smallest; positions ascending. Branch and bound, exact unless the budget runs out. All candidates together
 * must cover every row.
 */
export function fewestCover(rows: readonly CoverRow[], candidates: number, budget: SearchBudget): number[] {
  const problem = coverProblem(rows, candidates);
  const root = rootOf(problem);
  let best = greedyCover(problem, root);
  let bestRankSum = sumOf(best);
  let outclassed: readonly (readonly number[])[] | null = null;
  const end = searchEnd(budget, candidates, rows.length);
  let stopped = false;

  function consider(chosen: readonly number[]): void {
    const found = [...chosen].sort((left, right) => left - right);
    if (compareSets(found, best) >= 0) return;
    best = found;
    bestRankSum = sumOf(found);
  }

  function visit(parent: CoverState): void {
    stopped = !takeNode(budget, end);
    if (stopped) return;
    if (parent.chosen.length + 1 === best.length && !isCovered(parent)) {
      const last = lastChoice(problem, parent);
      if (last !== null) consider([...parent.chosen, last]);
      return;
    }
    const state = takeForced(problem, parent);
    if (state === null || state.chosen.length > best.length) return;
    if (isCovered(state)) {
      consider(state.chosen);
      return;
    }
    const { size, rankSum, branchRow } = boundOf(problem, state);
    if (size > best.length || (size === best.length && rankSum > bestRankSum)) return;

    outclassed ??= outclassedBy(
      rows.map(({ cover }) => cover),
      candidates,
    );
    const { cover } = rows[branchRow]!;
    const free = state.free.slice();
    for (let position = 0; position < candidates; position++) {
      if (free[position] === 0 || cover[position] === 0) continue;
      visit(choose(problem, { ...state, free }, position));
      if (stopped) return;
      // From here on without it, hence without those that it outclasses.
      free[position] = 0;
      for (const worse of outclassed[position]!) free[worse] = 0;
    }
  }

  visit(root);
  return best;
}

function isCovered({ needs }: CoverState): boolean {
  return needs.every((need) => need === 0);
}

/** A good cover to start from: always the one that adds the most, then less what turns out superfluous. */
function greedyCover(problem: CoverProblem, root: CoverState): number[] {
  const { rows, candidates } = problem;
  let state = root;
  while (!isCovered(state)) {
    let most = 0;
    let next = 0;
    for (let position = 0; position < candidates; position++) {
      if (state.free[position] === 0) continue;
      let share = 0;
      for (const [row, need] of state.needs.entries()) {
        if (need > 0) share += Math.min(1, rows[row]!.cover[position]! / need);
      }
      if (share > most) {
        most = share;
        next = position;
      }
    }
    state = choose(problem, state, next);
  }
  let kept = [...state.chosen].sort((left, right) => left - right);
  for (const position of [...kept].reverse()) {
    const without = kept.filter((other) => other !== position);
    if (covers(rows, without)) kept = without;
  }
  return kept;
}

function covers(rows: readonly CoverRow[], members: readonly number[]): boolean {
  return rows.every(({ need, cover }) => sumOf(members.map((position) => cover[position]!)) >= need);
}
