import type { CoverProblem } from './cover-problem.ts';

/** Shares of rows are added up in doubles. A bound that is too high by less than this is a rounding error. */
const TOLERANCE = 1e-9;

// Marks of places, while rows without a common place are counted.
/** Not free, or among the fewest of a counted row. */
const TAKEN = 0;
/** Free, and adds to no counted row. */
const UNRELATED = 1;
/** Free, and adds to a counted row without being among its fewest. */
const EXTRA = 2;

/**
 * What every completion of a state has at least, and where to branch. The arrays are used again by each call: see
 * cover-problem.ts.
 */
export class CoverBound {
  size = 0;
  /** The least sum of rank positions among completions of exactly `size` members. */
  rankSum = 0;
  /** The open row that leaves the fewest ways to cover it. */
  branchRow = 0;

  /** Open rows: those that need the most places first, then those with the smallest slack. */
  #open = new Int32Array(0);
  /** By row: the fewest free places that cover what it still needs, and how many other free places add to it. */
  #fewest = new Int32Array(0);
  #slack = new Int32Array(0);
  #marks = new Uint8Array(0);
  #shares = new Float64Array(0);

  /** Bounds the state at `depth`, with `size` places chosen. Some row is open, and all can be covered. */
  compute(problem: CoverProblem, depth: number, size: number): void {
    this.#reserve(problem);
    const { places, free, byRank, positions, chosen } = problem;
    const open = this.#sortOpenRows(problem, depth);
    const base = depth * places;
    const marks = this.#marks;
    for (let place = 0; place < places; place++) marks[place] = free[base + place]!;

    // Rows without a common free place add up. Each needs its fewest places, at best the highest ranked.
    let apart = 0;
    let rankSum = 0;
    for (let index = 0; index < open; index++) {
      const row = this.#open[index]!;
      if (index > 0 && !this.#isApart(problem, base, row)) continue;
      const fewest = this.#fewest[row]!;
      const first = row * places;
      const end = first + problem.siteCounts[row]!;
      let taken = 0;
      for (let entry = first; entry < end; entry++) {
        const place = byRank[entry]!;
        if (free[base + place] === 0) continue;
        if (taken < fewest) {
          marks[place] = TAKEN;
          rankSum += positions[place]!;
          taken++;
        } else {
          marks[place] = EXTRA;
        }
      }
      apart += fewest;
    }
    const byRow = Math.max(apart, this.#fewest[this.#open[0]!]!);
    const more = open === 1 ? byRow : Math.max(byRow, this.#fewestByShare(problem, depth, open));
    for (let place = 0, others = more - apart; others > 0 && place < places; place++) {
      if (marks[place] === TAKEN) continue;
      rankSum += positions[place]!;
      others--;
    }
    for (let place = 0; place < size; place++) rankSum += positions[chosen[place]!]!;
    this.size = size + more;
    this.rankSum = rankSum;
  }

  /** Lists the open rows, measures them and picks the row to branch on. Returns how many there are. */
  #sortOpenRows(problem: CoverProblem, depth: number): number {
    const { rows, needs } = problem;
    const listed = this.#open;
    let open = 0;
    for (let row = 0; row < rows; row++) {
      if (needs[depth * rows + row] === 0) continue;
      this.#measure(problem, depth, row);
      let before = open++;
      for (; before > 0 && this.#isAhead(row, listed[before - 1]!); before--)
        listed[before] = listed[before - 1]!;
      listed[before] = row;
    }
    this.branchRow = listed[0]!;
    for (let index = 1; index < open; index++) {
      if (this.#slack[listed[index]!]! < this.#slack[this.branchRow]!) this.branchRow = listed[index]!;
    }
    return open;
  }

  #measure(
    { rows, places, needs, free, cover, bySize, siteCounts }: CoverProblem,
    depth: number,
    row: number,
  ): void {
    const first = row * places;
    const end = first + siteCounts[row]!;
    let fewest = 0;
    let slack = 0;
    let need = needs[depth * rows + row]!;
    for (let entry = first; entry < end; entry++) {
      const place = bySize[entry]!;
      if (free[depth * places + place] === 0) continue;
      if (need > 0) {
        need -= cover[first + place]!;
        fewest++;
      } else {
        slack++;
      }
    }
    this.#fewest[row] = fewest;
    this.#slack[row] = slack;
  }

  #isAhead(row: number, other: number): boolean {
    const more = this.#fewest[row]! - this.#fewest[other]!;
    return more > 0 || (more === 0 && this.#slack[row]! < this.#slack[other]!);
  }

  /** Whether no free place of the row adds to a counted row. */
  #isApart({ places, free, byRank, siteCounts }: CoverProblem, base: number, row: number): boolean {
    const first = row * places;
    const end = first + siteCounts[row]!;
    for (let entry = first; entry < end; entry++) {
      const place = byRank[entry]!;
      if (free[base + place] === 1 && this.#marks[place] !== UNRELATED) return false;
    }
    return true;
  }

  /** The fewest places whose shares of the open rows add up to all of these rows. */
  #fewestByShare(
    { rows, places, needs, free, cover, byRank, siteCounts }: CoverProblem,
    depth: number,
    open: number,
  ): number {
    const shares = this.#shares;
    shares.fill(0, 0, places);
    for (let index = 0; index < open; index++) {
      const row = this.#open[index]!;
      const need = needs[depth * rows + row]!;
      const share = 1 / need;
      const first = row * places;
      const end = first + siteCounts[row]!;
      for (let entry = first; entry < end; entry++) {
        const place = byRank[entry]!;
        if (free[depth * places + place] === 1)
          shares[place]! += Math.min(need, cover[first + place]!) * share;
      }
    }
    let fewest = 0;
    for (let sum = 0; sum < open - TOLERANCE; fewest++) {
      let largest = 0;
      for (let place = 1; place < places; place++) if (shares[place]! > shares[largest]!) largest = place;
      // All shares together are all rows, except for rounding errors.
      if (shares[largest] === 0) break;
      sum += shares[largest]!;
      shares[largest] = 0;
    }
    return fewest;
  }

  #reserve({ rows, places }: CoverProblem): void {
    if (this.#open.length < rows) {
      this.#open = new Int32Array(rows);
      this.#fewest = new Int32Array(rows);
      this.#slack = new Int32Array(rows);
    }
    if (this.#marks.length < places) {
      this.#marks = new Uint8Array(places);
      this.#shares = new Float64Array(places);
    }
  }
}
