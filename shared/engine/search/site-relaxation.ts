import { LinearProgram } from './linear-program.ts';
import { type IntegerRow, roundingCuts } from './rounding-cuts.ts';
import type { SiteModel } from './site-model.ts';

/** The relative rounding error of bounds. */
const ROUNDING_ERROR = 1e-6;
const CUTS_A_ROUND = 15;

/** What is minimized, in this order: units that lack, sites, rank positions. */
export type Aim = 'lacks' | 'size' | 'rank';

/** The limits of a choice under an aim, which follow from the aims before it. */
export interface Settled {
  readonly aim: Aim;
  readonly mostSites: number;
  /** Units that may lack; Infinity while that is being minimized. */
  readonly mostLacking: number;
}

/**
 * The linear relaxation of a choice of sites under an aim, with rounding cuts, and the sites that are fixed in it at
 * present: taken, or ruled out. Cuts stay from aim to aim.
 */
export class SiteRelaxation {
  program!: LinearProgram;
  readonly #model: SiteModel;
  readonly #effort: { work: number };
  readonly #sites: number;
  /** What the columns cost under the present aim. */
  #costs = new Float64Array(0);
  #cuts: IntegerRow[] = [];
  /** Sites in the order in which they were fixed, for `free`: `~site` if it was ruled out. */
  readonly #fixed: number[] = [];

  constructor(model: SiteModel, effort: { work: number }) {
    this.#model = model;
    this.#effort = effort;
    this.#sites = model.positions.length;
  }

  /** All that was looked at so far. */
  get work(): number {
    return this.#effort.work + (this.program?.work ?? 0);
  }

  /** Begins again, with no site fixed. */
  setUp({ aim, mostSites, mostLacking }: Settled): void {
    const { columns, rows, positions } = this.#model;
    const sites = this.#sites;
    this.#costs = new Float64Array(columns);
    const costs = new Float64Array(columns);
    const upper = new Float64Array(columns).fill(1);
    for (let site = 0; site < sites; site++) {
      this.#costs[site] = aim === 'size' ? 1 : aim === 'rank' ? positions[site]! : 0;
      // Small differences between costs keep the simplex method from cycling.
      costs[site] = this.#costs[site]! + 1e-5 * (1 + ((site * 7919) % 101) / 101);
    }
    for (let column = sites; column < columns; column++) {
      upper[column] = rows[column - sites]!.need;
      this.#costs[column] = aim === 'lacks' ? 1 : 0;
      costs[column] = this.#costs[column]!;
    }
    this.#effort.work = this.work;
    this.#fixed.length = 0;
    this.program = new LinearProgram(costs, new Float64Array(columns), upper);
    for (const row of rows) this.#addRow(row);
    if (mostSites < sites) this.#addLimit(0, sites, mostSites);
    if (mostLacking < Number.POSITIVE_INFINITY) this.#addLimit(sites, columns, mostLacking);
    for (const cut of this.#cuts) this.#addRow(cut);
  }

  /** Adds the cuts that the present solution misses most. Returns whether there were any. */
  cut(): boolean {
    const point = new Float64Array(this.#model.columns);
    for (let column = 0; column < point.length; column++) point[column] = this.program.valueOf(column);
    const cuts = roundingCuts(this.#model.rows, point, this.#sites, this.#effort).slice(0, CUTS_A_ROUND);
    for (const cut of cuts) this.#addRow(cut);
    this.#cuts.push(...cuts);
    return cuts.length > 0;
  }

  /** Drops the cuts that do not count at present, from the next setUp on. */
  keepTightCuts(): void {
    const first = this.program.rows - this.#cuts.length;
    this.#cuts = this.#cuts.filter((_, cut) => this.program.isTight(first + cut));
  }

  /** What every choice costs at least under the fixed sites, as far as the last solution proves. */
  bound(): number {
    return this.program.proveBound(this.#costs);
  }

  take(site: number): void {
    if (this.program.lower[site] === 1) return;
    this.program.lower[site] = 1;
    this.#fixed.push(site);
  }

  /** Rules a site out, and also the sites that it outclasses. */
  ruleOut(site: number): void {
    const { lower, upper } = this.program;
    if (upper[site] === 0) return;
    upper[site] = 0;
    this.#fixed.push(~site);
    for (const worse of this.#model.dominated[site]!) {
      if (upper[worse] === 0 || lower[worse] === 1) continue;
      upper[worse] = 0;
      this.#fixed.push(~worse);
    }
  }

  /** After `bound`: takes or rules out each site for which the opposite would cost more than `most`. */
  fixByCost(bound: number, most: number): void {
    const { lower, upper, reducedCosts } = this.program;
    for (let site = 0; site < this.#sites; site++) {
      if (lower[site] === upper[site]) continue;
      if (upToWhole(bound + Math.abs(reducedCosts[site]!)) <= most) continue;
      if (reducedCosts[site]! > 0) this.ruleOut(site);
      else this.take(site);
    }
  }

  /** How many sites are fixed: for `free`. */
  get mark(): number {
    return this.#fixed.length;
  }

  /** Frees the sites that were fixed after `mark`. */
  free(mark: number): void {
    const { lower, upper } = this.program;
    while (this.#fixed.length > mark) {
      const site = this.#fixed.pop()!;
      if (site < 0) upper[~site] = 1;
      else lower[site] = 0;
    }
  }

  isFree(site: number): boolean {
    return this.program.lower[site] !== this.program.upper[site];
  }

  /** Of the sites taken in part, the one that raises the bound most whether it is taken or not; -1 if there is none. */
  fractionalSite(): number {
    this.program.lookUpWays();
    let best = -1;
    let highest = -1;
    for (let site = 0; site < this.#sites; site++) {
      if (!this.isFree(site)) continue;
      const share = this.program.valueOf(site);
      if (share < ROUNDING_ERROR || share > 1 - ROUNDING_ERROR) continue;
      const { down, up } = this.program.penalties(site, 0, 1);
      const score = clamp(down) * clamp(up) * (1 + 1e-3 * Math.min(share, 1 - share));
      if (score > highest) {
        highest = score;
        best = site;
      }
    }
    return best;
  }

  /** A site that is not fixed, preferably one that the relaxation takes; -1 if all are fixed. */
  freeSite(): number {
    let free = -1;
    for (let site = 0; site < this.#sites; site++) {
      if (!this.isFree(site)) continue;
      if (this.program.valueOf(site) > 0.5) return site;
      if (free < 0) free = site;
    }
    return free;
  }

  /** The first site with which a choice of the same size may come before `members` in order; -1 if there is none. */
  siteBefore(members: readonly number[]): number {
    const { upper } = this.program;
    let place = 0;
    for (let site = 0; site < this.#sites; site++) {
      if (this.#model.siteAt[members[place]!] === site) {
        if (upper[site] === 0 || ++place === members.length) return -1;
      } else if (upper[site] === 1) return site;
    }
    return -1;
  }

  /** Positions of the sites that are taken for sure, or that the relaxation takes. */
  positionsTaken(forSure: boolean): number[] {
    const { lower } = this.program;
    return this.#model.positions.filter((_, site) =>
      forSure ? lower[site] === 1 : this.program.valueOf(site) > 0.5,
    );
  }

  /** Adds a row: the sum of the columns from `first` up to `end` is at most `most`. */
  #addLimit(first: number, end: number, most: number): void {
    const coefficients = new Float64Array(this.#model.columns);
    coefficients.fill(-1, first, end);
    this.#addRow({ coefficients, need: -most });
  }

  /** Adds a row with numbers near 1. They are divided by a power of two, so they stay exact. */
  #addRow({ coefficients, need }: IntegerRow): void {
    let largest = 1;
    for (const each of coefficients) largest = Math.max(largest, Math.abs(each));
    const scale = 2 ** -Math.floor(Math.log2(largest));
    this.program.addRow(
      coefficients.map((each) => each * scale),
      need * scale,
    );
  }
}

/** The least whole number that a cost of at least `bound` can be, apart from rounding errors. */
export function upToWhole(bound: number): number {
  return Math.ceil(bound - ROUNDING_ERROR * Math.max(1, Math.abs(bound)));
}

function clamp(penalty: number): number {
  return Math.min(Math.max(penalty, 1e-4), 1e6);
}
