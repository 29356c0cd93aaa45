import type { CoverRow } from './cover-rows.ts';

/**
 * A covering problem and the states of its search, in typed arrays that are used again for every problem: most of the
 * time of a search of a dozen nodes was spent on allocating arrays (`npm run bench -- --suite engine`). A search starts
 * with `load` and runs to its end synchronously. The next one reads nothing that it has left.
 *
 * Only candidates that add to some row take part: a *place* is one of them, numbered by rank. A state is a node
 * of the search at some depth: what each row still needs, and which places may still be chosen. The places
 * chosen are one stack, as a child's begin with its parent's.
 */
export class CoverProblem {
  rows = 0;
  places = 0;
  /** Rank position by place. */
  positions = new Int32Array(0);
  /** What a place adds to a row: at `row * places + place`. */
  cover = new Float64Array(0);
  /** For each row the places that add to it, by rank, from `row * places` on; `siteCounts` says how many. */
  byRank = new Int32Array(0);
  /** The same, the largest first. */
  bySize = new Int32Array(0);
  siteCounts = new Int32Array(0);
  /** By place, the rows that it adds to, folded into 32 bits. If these are no subset, the rows are none either. */
  rowBits = new Int32Array(0);
  /** What a row still needs, 0 if it is covered: at `depth * rows + row`. */
  needs = new Float64Array(0);
  /** 1 if a place may still be chosen: at `depth * places + place`. */
  free = new Uint8Array(0);
  /** Places chosen on the way to the present node. */
  chosen = new Int32Array(0);

  /** Loads a problem. Its root state, with nothing chosen, is at depth 0. */
  load(rows: readonly CoverRow[], candidates: number): void {
    this.#reserve(rows.length, candidates);
    this.rows = rows.length;
    this.places = 0;
    for (let position = 0; position < candidates; position++) {
      if (givesTo(rows, position)) this.positions[this.places++] = position;
    }
    this.rowBits.fill(0, 0, this.places);
    this.free.fill(1, 0, this.places);
    for (let row = 0; row < rows.length; row++) this.#loadRow(row, rows[row]!);
  }

  #loadRow(row: number, { need, cover }: CoverRow): void {
    const first = row * this.places;
    let count = 0;
    for (let place = 0; place < this.places; place++) {
      const adds = cover[this.positions[place]!]!;
      this.cover[first + place] = adds;
      if (adds === 0) continue;
      this.byRank[first + count] = place;
      this.rowBits[place]! |= 1 << (row % 32);
      let before = first + count++;
      for (; before > first && this.cover[first + this.bySize[before - 1]!]! < adds; before--) {
        this.bySize[before] = this.bySize[before - 1]!;
      }
      this.bySize[before] = place;
    }
    this.siteCounts[row] = count;
    this.needs[row] = need;
  }

  /** Makes room: each chosen place adds at most one depth, and the greedy cover needs one more. */
  #reserve(rows: number, candidates: number): void {
    const depths = candidates + 2;
    if (this.positions.length < candidates) {
      this.positions = new Int32Array(candidates);
      this.rowBits = new Int32Array(candidates);
      this.chosen = new Int32Array(candidates);
      this.free = new Uint8Array(depths * candidates);
    }
    if (this.siteCounts.length < rows) this.siteCounts = new Int32Array(rows);
    if (this.cover.length < rows * candidates) {
      this.cover = new Float64Array(rows * candidates);
      this.byRank = new Int32Array(rows * candidates);
      this.bySize = new Int32Array(rows * candidates);
    }
    if (this.needs.length < depths * rows) this.needs = new Float64Array(depths * rows);
  }

  /** Copies the state at a depth to another one. */
  copy(from: number, to: number): void {
    const { rows, places, needs, free } = this;
    for (let row = 0; row < rows; row++) needs[to * rows + row] = needs[from * rows + row]!;
    for (let place = 0; place < places; place++) free[to * places + place] = free[from * places + place]!;
  }

  /** Chooses a place besides the `size` chosen; the state at `depth` is changed. Returns the new size. */
  choose(depth: number, size: number, place: number): number {
    const { rows, places, needs, cover } = this;
    this.free[depth * places + place] = 0;
    for (let row = 0; row < rows; row++) {
      const need = needs[depth * rows + row]! - cover[row * places + place]!;
      needs[depth * rows + row] = Math.max(0, need);
    }
    this.chosen[size] = place;
    return size + 1;
  }

  /** Whether all rows are covered. */
  isCovered(depth: number): boolean {
    return this.openRow(depth) < 0;
  }

  /** The first row that still needs something; -1 if none does. */
  openRow(depth: number): number {
    const { rows, needs } = this;
    for (let row = 0; row < rows; row++) if (needs[depth * rows + row]! > 0) return row;
    return -1;
  }

  /** Chooses all places without which a row cannot be covered. Returns the new size; -1 if a row cannot be covered. */
  takeForced(depth: number, size: number): number {
    const { rows, places, needs, free, cover, byRank } = this;
    let taken = size;
    for (let row = 0; row < rows; row++) {
      const need = needs[depth * rows + row]!;
      if (need === 0) continue;
      const first = row * places;
      const end = first + this.siteCounts[row]!;
      let reach = 0;
      for (let entry = first; entry < end; entry++) {
        const place = byRank[entry]!;
        if (free[depth * places + place] === 1) reach += cover[first + place]!;
      }
      if (reach < need) return -1;
      // A forced choice lowers `reach` and `need` alike, so the other forced places stay forced.
      const spare = reach - need;
      for (let entry = first; entry < end; entry++) {
        const place = byRank[entry]!;
        if (free[depth * places + place] === 1 && cover[first + place]! > spare) {
          taken = this.choose(depth, taken, place);
        }
      }
    }
    return taken;
  }

  /** The highest ranked free place that alone covers all that is still needed; -1 if none does. */
  lastChoice(depth: number): number {
    const { places, free, byRank } = this;
    const open = this.openRow(depth) * places;
    const end = open + this.siteCounts[open / places]!;
    for (let entry = open; entry < end; entry++) {
      const place = byRank[entry]!;
      if (free[depth * places + place] === 1 && this.#coversAll(depth, place)) return place;
    }
    return -1;
  }

  #coversAll(depth: number, place: number): boolean {
    const { rows, places, needs, cover } = this;
    for (let row = 0; row < rows; row++) {
      if (cover[row * places + place]! < needs[depth * rows + row]!) return false;
    }
    return true;
  }

  /**
   * Rules a place out, and also those that rank behind it and add no more to any row. The best set has none of them
   * without it: with it in their place the set covers as much, at a smaller sum of rank positions.
   */
  ruleOut(depth: number, place: number): void {
    const { places, free, rowBits } = this;
    const base = depth * places;
    free[base + place] = 0;
    const without = ~rowBits[place]!;
    for (let worse = place + 1; worse < places; worse++) {
      if (free[base + worse] === 0 || (rowBits[worse]! & without) !== 0) continue;
      if (this.#addsNoMore(worse, place)) free[base + worse] = 0;
    }
  }

  #addsNoMore(worse: number, better: number): boolean {
    const { rows, places, cover } = this;
    for (let row = 0; row < rows; row++) {
      if (cover[row * places + worse]! > cover[row * places + better]!) return false;
    }
    return true;
  }
}

function givesTo(rows: readonly CoverRow[], position: number): boolean {
  for (let row = 0; row < rows.length; row++) if (rows[row]!.cover[position]! > 0) return true;
  return false;
}
