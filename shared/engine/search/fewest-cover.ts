import { compareSets } from '../rules/set-order.ts';
import type { CoverRow } from './cover-rows.ts';

/**
 * The best set that covers all rows: fewest members, then least sum of rank positions, then lexicographically
 * smallest; positions ascending. Null if the search takes more than `nodes` nodes. All candidates together must cover
 * every row.
 */
export function fewestCover(rows: readonly CoverRow[], candidates: number, nodes: number): number[] | null {
  const search = new CoverSearch(rows, candidates, nodes);
  for (let size = 1; ; size++) {
    search.visit(size);
    if (search.nodesLeft < 0) return null;
    if (search.best !== null) return search.best;
  }
}

/** A search in depth: each node branches on an open row, over the sites that add to it. */
class CoverSearch {
  /** Below zero if the search has ended early. */
  nodesLeft: number;
  best: number[] | null = null;
  #bestSum = Number.POSITIVE_INFINITY;
  /** What each row still needs. */
  readonly #open: number[];
  readonly #covers: (readonly number[])[];
  /** By row, the sites that add to it: by rank, and the largest first. */
  readonly #byRank: number[][];
  readonly #bySize: number[][];
  /** 1: chosen, or ruled out because all sets with the site were tried. */
  readonly #isOut: Uint8Array;
  readonly #chosen: number[] = [];
  #chosenSum = 0;
  /** By site, the last bound that counted it. */
  readonly #countedBy: Int32Array;
  #bounds = 0;

  constructor(rows: readonly CoverRow[], candidates: number, nodes: number) {
    this.nodesLeft = nodes;
    this.#open = rows.map(({ need }) => need);
    this.#covers = rows.map(({ cover }) => cover);
    this.#byRank = this.#covers.map((cover) => {
      const sites: number[] = [];
      for (let site = 0; site < candidates; site++) if (cover[site]! > 0) sites.push(site);
      return sites;
    });
    this.#bySize = this.#byRank.map((sites, row) => {
      const cover = this.#covers[row]!;
      return sites.toSorted((left, right) => cover[right]! - cover[left]!);
    });
    this.#isOut = new Uint8Array(candidates);
    this.#countedBy = new Int32Array(candidates);
  }

  /** Tries the sets that add up to `left` sites to those chosen. */
  visit(left: number): void {
    if (this.nodesLeft-- <= 0) return;
    const row = this.#rowToBranch(left);
    if (row < 0) return;
    const sites = this.#byRank[row]!;
    const isOut = this.#isOut;
    const ruledOut: number[] = [];
    for (let at = 0; at < sites.length && this.nodesLeft >= 0; at++) {
      const site = sites[at]!;
      if (this.#chosenSum + site > this.#bestSum) break;
      if (isOut[site] === 1) continue;
      if (left === 1) {
        if (!this.#coversAll(site)) continue;
        this.#consider(site);
        break;
      }
      isOut[site] = 1;
      // A site that ranks behind another one and adds no more is not in the best set without it.
      const isOutclassed = ruledOut.some((better) => this.#addsNoMore(site, better));
      ruledOut.push(site);
      if (isOutclassed) continue;
      this.#choose(site, 1);
      this.visit(left - 1);
      this.#choose(site, -1);
    }
    for (let at = 0; at < ruledOut.length; at++) isOut[ruledOut[at]!] = 0;
  }

  #choose(site: number, times: 1 | -1): void {
    const open = this.#open;
    for (let row = 0; row < open.length; row++) open[row]! -= times * this.#covers[row]![site]!;
    this.#chosenSum += times * site;
    if (times === 1) this.#chosen.push(site);
    else this.#chosen.pop();
  }

  #coversAll(site: number): boolean {
    for (let row = 0; row < this.#open.length; row++) {
      if (this.#covers[row]![site]! < this.#open[row]!) return false;
    }
    return true;
  }

  #addsNoMore(worse: number, better: number): boolean {
    for (let row = 0; row < this.#open.length; row++) {
      if (this.#covers[row]![worse]! > this.#covers[row]![better]!) return false;
    }
    return true;
  }

  #consider(last: number): void {
    const set = [...this.#chosen, last].sort((left, right) => left - right);
    if (this.best !== null && compareSets(set, this.best) > 0) return;
    this.best = set;
    this.#bestSum = this.#chosenSum + last;
  }

  /** The open row with the fewest sites that may be chosen; -1 if `left` sites cannot cover all rows. */
  #rowToBranch(left: number): number {
    const isOut = this.#isOut;
    let branch = -1;
    let least = Number.POSITIVE_INFINITY;
    let apart = 0;
    this.#bounds++;
    for (let row = 0; row < this.#open.length; row++) {
      let need = this.#open[row]!;
      if (need <= 0) continue;
      const cover = this.#covers[row]!;
      const sites = this.#bySize[row]!;
      let fewest = 0;
      let spare = 0;
      let isApart = true;
      for (let at = 0; at < sites.length; at++) {
        const site = sites[at]!;
        if (isOut[site] === 1) continue;
        if (this.#countedBy[site] === this.#bounds) isApart = false;
        if (need > 0) {
          need -= cover[site]!;
          fewest++;
        } else spare++;
      }
      if (need > 0 || fewest > left) return -1;
      if (spare < least) {
        least = spare;
        branch = row;
      }
      if (!isApart) continue;
      // Rows without a common site add up.
      apart += fewest;
      if (apart > left) return -1;
      for (let at = 0; at < sites.length; at++) {
        if (isOut[sites[at]!] === 0) this.#countedBy[sites[at]!] = this.#bounds;
      }
    }
    return branch;
  }
}
