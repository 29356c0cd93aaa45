import { LinearProgram } from './linear-program.ts';
import { type IntegerRow, roundingCuts } from './rounding-cuts.ts';
import { compareSets, sumOf } from './set-order.ts';
import { smallerCover } from './site-exchange.ts';
import { improvedCover, sitesBy } from './site-heuristics.ts';
import type { SiteModel } from './site-model.ts';

/** What is sought among sets of sites. */
export interface SiteGoal {
  /** The most sites. */
  readonly most: number;
  /** What a set of rank positions, ascending, comes to; null where it is not allowed. */
  weigh(positions: readonly number[]): Choice | null;
  /** Whether no set that holds these positions is allowed; null if that cannot be told. */
  readonly isHopeless: ((positions: readonly number[]) => boolean) | null;
}

/** A set of rank positions, ascending, and the units that it lacks of the most that can ship. */
export interface Choice {
  readonly members: readonly number[];
  readonly lacks: number;
}

/** Numbers looked at so far, and the most of them. */
export interface SearchEffort {
  readonly mostWork: number;
  work: number;
}

/** How a search ended. */
export interface SiteAnswer {
  /** No members where none is allowed or was found. */
  readonly best: Choice;
  /** Whether nothing is better. */
  readonly isProven: boolean;
  /** No choice that lacks as little has fewer members; null where that it lacks the least is not proved. */
  readonly atLeast: number | null;
}

/** What is made least, one after another, each among the choices that are best by those before it. */
type Aim = 'lacks' | 'size' | 'rank';

/** Rounding errors in bounds, of each unit of them. */
const BLUR = 1e-6;
const MOST_ROUNDS = 12;
const CUTS_A_ROUND = 25;
/** A round of cuts must raise the bound by this share of it, once some were made. */
const LEAST_RISE = 0.002;

/**
 * The best choice of sites: the fewest units that lack, then the fewest sites, then the least sum of rank positions,
 * then the lexicographically smallest list. Branch and bound on a linear relaxation with rounding cuts: exact, unless
 * it has looked at `effort.mostWork` numbers before its end. `start` is a choice that is known, if any is.
 */
export function searchSites(
  model: SiteModel,
  goal: SiteGoal,
  start: Choice | null,
  effort: SearchEffort,
): SiteAnswer {
  return new SiteSearch(model, goal, start, effort).run();
}

class SiteSearch {
  readonly #model: SiteModel;
  readonly #goal: SiteGoal;
  readonly #effort: SearchEffort;
  readonly #sites: number;
  #best: Choice;
  #aim: Aim = 'size';
  #program!: LinearProgram;
  /** What the columns cost under the present aim. */
  #costs = new Float64Array(0);
  #cuts: IntegerRow[] = [];
  /** Sites fixed on the way to the present node, to be freed in the end: `~site` where it was ruled out. */
  readonly #fixed: number[] = [];
  #nodes = 0;
  /** The most sites that are sought at present. */
  #ceiling = Number.POSITIVE_INFINITY;

  constructor(model: SiteModel, goal: SiteGoal, start: Choice | null, effort: SearchEffort) {
    this.#model = model;
    this.#goal = goal;
    this.#best = start ?? NONE;
    this.#effort = effort;
    this.#sites = model.positions.length;
  }

  run(): SiteAnswer {
    this.#improve(this.#placesOf(this.#best.members));
    let isProven = true;
    let atLeast: number | null = null;
    for (const aim of this.#model.mayLack ? AIMS : AIMS.slice(1)) {
      this.#aim = aim;
      const least = this.#tighten();
      if (aim === 'size') {
        atLeast = this.#raise(Math.max(1, least));
        isProven = atLeast === this.#size;
      } else if (least <= this.#cap()) isProven = this.#branch(0);
      if (!isProven || this.#best.members.length === 0) break;
    }
    this.#effort.work += this.#program.work;
    return { best: this.#best, isProven, atLeast };
  }

  /**
   * Raises a bound on the number of sites: rules one number out after the other, which is much less work than to rule
   * all out at once, until a choice of so many is known. The bound reached.
   */
  #raise(least: number): number {
    this.#exchange(least);
    for (let size = least; size < this.#size; size++) {
      this.#ceiling = size;
      if (size > least) this.#setUp();
      if (!this.#branch(0)) return size;
    }
    return this.#size;
  }

  /** Sites of the best choice; more than are allowed as long as there is none. */
  get #size(): number {
    return this.#best === NONE ? this.#goal.most + 1 : this.#best.members.length;
  }

  /** Looks for choices of fewer sites by exchange. */
  #exchange(least: number): void {
    if (this.#model.mayLack || this.#best === NONE) return;
    for (let known = Number.POSITIVE_INFINITY; this.#size < known && this.#size > least; ) {
      known = this.#size;
      const smaller = smallerCover(this.#model, this.#placesOf(this.#best.members), this.#effort);
      if (smaller === null || this.#isSpent()) return;
      this.#improve(smaller);
    }
  }

  /** The most that a better choice may cost; under the last aim also that of an equal one that may come first. */
  #cap(): number {
    const { members, lacks } = this.#best;
    if (this.#aim === 'lacks') return lacks - 1;
    return this.#aim === 'size' ? Math.min(this.#ceiling, this.#size - 1) : sumOf(members);
  }

  /** Sets the relaxation up, with cuts, for the present aim. What every choice costs at least. */
  #tighten(): number {
    this.#setUp();
    const { rows } = this.#model;
    let last = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (this.#program.solve(Number.POSITIVE_INFINITY) === 'infeasible') return Number.POSITIVE_INFINITY;
      const bound = this.#program.proveBound(this.#costs);
      if (upToWhole(bound) > this.#cap() || this.#isSpent()) return upToWhole(bound);
      this.#round();
      if (round > 6 && bound - last < LEAST_RISE * Math.abs(bound)) break;
      last = bound;
      const point = new Float64Array(this.#model.columns);
      for (let column = 0; column < point.length; column++) point[column] = this.#program.valueOf(column);
      const cuts = roundingCuts(rows, point, this.#sites, this.#effort).slice(0, CUTS_A_ROUND);
      if (cuts.length === 0) break;
      for (const cut of cuts) this.#addRow(cut);
      this.#cuts.push(...cuts);
    }
    this.#keepTightCuts();
    this.#setUp();
    if (this.#program.solve(Number.POSITIVE_INFINITY) === 'infeasible') return Number.POSITIVE_INFINITY;
    return upToWhole(this.#program.proveBound(this.#costs));
  }

  #keepTightCuts(): void {
    const first = this.#program.rows - this.#cuts.length;
    this.#cuts = this.#cuts.filter((_, cut) => this.#program.isTight(first + cut));
  }

  /** A program of the rows, what the aims before have settled, and the cuts. */
  #setUp(): void {
    const { columns, rows, positions, mayLack } = this.#model;
    const aim = this.#aim;
    this.#costs = new Float64Array(columns);
    const blurred = new Float64Array(columns);
    const lower = new Float64Array(columns);
    const upper = new Float64Array(columns).fill(1);
    for (let site = 0; site < this.#sites; site++) {
      this.#costs[site] = aim === 'size' ? 1 : aim === 'rank' ? positions[site]! : 0;
      // Costs that are a little apart keep the simplex method from turning in circles.
      blurred[site] = this.#costs[site]! + 1e-5 * (1 + ((site * 7919) % 101) / 101);
    }
    for (let column = this.#sites; column < columns; column++) {
      const row = column - this.#sites;
      upper[column] = rows[row]!.need;
      this.#costs[column] = aim === 'lacks' ? 1 : 0;
      blurred[column] = this.#costs[column]!;
    }
    this.#effort.work += this.#program?.work ?? 0;
    this.#fixed.length = 0;
    this.#program = new LinearProgram(blurred, lower, upper);
    for (const row of rows) this.#addRow(row);
    const most = aim === 'rank' ? this.#best.members.length : this.#goal.most;
    if (most < this.#sites) {
      const each = new Float64Array(columns);
      each.fill(-1, 0, this.#sites);
      this.#addRow({ coefficients: each, need: -most });
    }
    if (mayLack && aim !== 'lacks') {
      const each = new Float64Array(columns);
      each.fill(-1, this.#sites);
      this.#addRow({ coefficients: each, need: -this.#best.lacks });
    }
    for (const cut of this.#cuts) this.#addRow(cut);
  }

  /** Adds a row, its numbers of a size near 1: divided by a power of two they stay exact. */
  #addRow({ coefficients, need }: IntegerRow): void {
    let largest = 1;
    for (const each of coefficients) largest = Math.max(largest, Math.abs(each));
    const scale = 2 ** -Math.floor(Math.log2(largest));
    this.#program.addRow(
      coefficients.map((each) => each * scale),
      need * scale,
    );
  }

  #isSpent(): boolean {
    return this.#effort.work + this.#program.work > this.#effort.mostWork;
  }

  /** Searches the choices that the sites fixed so far leave. False where the work ended before it was through. */
  #branch(depth: number): boolean {
    if (this.#isSpent()) return false;
    const program = this.#program;
    this.#nodes++;
    const cap = this.#cap();
    if (program.solve(cap + 0.01 + BLUR * Math.abs(cap)) === 'infeasible') return true;
    const bound = program.proveBound(this.#costs);
    if (!this.#isWorthIt(upToWhole(bound))) return true;
    this.#fixByCost(bound);
    if (this.#nodes % 16 === 1 || depth < 3) {
      this.#round();
      if (!this.#isWorthIt(upToWhole(bound))) return true;
    }
    let site = this.#fractional();
    if (site < 0) {
      this.#consider();
      if (!this.#isWorthIt(upToWhole(bound))) return true;
      site = this.#undecided(upToWhole(bound));
      if (site < 0) return true;
    }
    const mark = this.#fixed.length;
    program.save(depth);
    this.#take(site);
    const isHopeless = this.#goal.isHopeless?.(this.#takenPositions()) ?? false;
    if (!isHopeless && !this.#branch(depth + 1)) return false;
    this.#free(mark);
    if (!isHopeless) program.restore(depth);
    this.#ruleOut(site);
    if (!this.#branch(depth + 1)) return false;
    this.#free(mark);
    return true;
  }

  /** Whether choices of so much cost are of interest: better ones, or under the last aim equal ones that may come first. */
  #isWorthIt(cost: number): boolean {
    const cap = this.#cap();
    return cost < cap || (cost === cap && (this.#aim !== 'rank' || this.#firstDiffering() >= 0));
  }

  /** The first site that a choice of as many sites may hold to come before the best one; -1 where none does. */
  #firstDiffering(): number {
    const { upper } = this.#program;
    const { siteAt } = this.#model;
    const { members } = this.#best;
    let place = 0;
    for (let site = 0; site < this.#sites; site++) {
      if (place < members.length && siteAt[members[place]!] === site) {
        if (upper[site] === 0) return -1;
        if (++place === members.length) return -1;
      } else if (upper[site] === 1) {
        return site;
      }
    }
    return -1;
  }

  /** Rules out or takes sites of which the opposite would cost too much. */
  #fixByCost(bound: number): void {
    const { lower, upper, reducedCosts } = this.#program;
    const cap = this.#cap();
    for (let site = 0; site < this.#sites; site++) {
      if (lower[site] === upper[site]) continue;
      const more = Math.abs(reducedCosts[site]!);
      if (upToWhole(bound + more) <= cap) continue;
      if (reducedCosts[site]! > 0) this.#ruleOut(site);
      else this.#take(site);
    }
  }

  #take(site: number): void {
    if (this.#program.lower[site] === 1) return;
    this.#program.lower[site] = 1;
    this.#fixed.push(site);
  }

  /** Rules a site out, and with it those that it outclasses. */
  #ruleOut(site: number): void {
    const { lower, upper } = this.#program;
    if (upper[site] === 0) return;
    upper[site] = 0;
    this.#fixed.push(~site);
    for (const worse of this.#model.outclassed[site]!) {
      if (upper[worse] === 0 || lower[worse] === 1) continue;
      upper[worse] = 0;
      this.#fixed.push(~worse);
    }
  }

  /** Frees the sites fixed since. */
  #free(mark: number): void {
    const { lower, upper } = this.#program;
    while (this.#fixed.length > mark) {
      const site = this.#fixed.pop()!;
      if (site < 0) upper[~site] = 1;
      else lower[site] = 0;
    }
  }

  /** The site taken in part that raises the bound most, whichever way it is decided; -1 where none is taken in part. */
  #fractional(): number {
    const program = this.#program;
    const { lower, upper } = program;
    let best = -1;
    let highest = -1;
    for (let site = 0; site < this.#sites; site++) {
      if (lower[site] === upper[site]) continue;
      const share = program.valueOf(site);
      if (share < BLUR || share > 1 - BLUR) continue;
      const { down, up } = program.penalties(site, 0, 1);
      const score = clamp(down) * clamp(up) * (1 + 1e-3 * Math.min(share, 1 - share));
      if (score > highest) {
        highest = score;
        best = site;
      }
    }
    return best;
  }

  /** A site to decide on where the relaxation takes all sites wholly or not at all. */
  #undecided(cost: number): number {
    const { lower, upper } = this.#program;
    const differing = this.#aim === 'rank' && cost === this.#cap() ? this.#firstDiffering() : -1;
    return differing >= 0 && lower[differing] !== upper[differing] ? differing : this.#anyFree();
  }

  #anyFree(): number {
    const { lower, upper } = this.#program;
    let free = -1;
    for (let site = 0; site < this.#sites; site++) {
      if (lower[site] === upper[site]) continue;
      if (this.#program.valueOf(site) > 0.5) return site;
      if (free < 0) free = site;
    }
    return free;
  }

  #takenPositions(): number[] {
    const { lower } = this.#program;
    return this.#model.positions.filter((_, site) => lower[site] === 1);
  }

  /** Considers what the relaxation takes. */
  #consider(): void {
    this.#offer(this.#model.positions.filter((_, site) => this.#program.valueOf(site) > 0.5));
  }

  /** Considers a choice near what the relaxation takes. */
  #round(): void {
    const program = this.#program;
    const sites = sitesBy(this.#model, (site) => program.valueOf(site), this.#goal.most, this.#effort);
    this.#improve(sites);
  }

  #improve(sites: readonly number[]): void {
    const isCover = !this.#model.mayLack;
    const better = isCover ? improvedCover(this.#model, sites, this.#effort) : sites;
    this.#offer(better.map((site) => this.#model.positions[site]!));
  }

  #offer(positions: readonly number[]): void {
    if (positions.length === 0 || positions.length > this.#goal.most) return;
    this.#effort.work += positions.length * this.#model.rows.length;
    const choice = this.#goal.weigh(positions);
    if (choice !== null && isBetter(choice, this.#best)) this.#best = choice;
  }

  #placesOf(positions: readonly number[]): number[] {
    return positions.map((position) => this.#model.siteAt[position]!).filter((site) => site >= 0);
  }
}

/** No choice is known. */
const NONE: Choice = { members: [], lacks: Number.POSITIVE_INFINITY };

const AIMS: readonly Aim[] = ['lacks', 'size', 'rank'];

function isBetter(left: Choice, right: Choice): boolean {
  if (left.lacks !== right.lacks) return left.lacks < right.lacks;
  return compareSets(left.members, right.members) < 0;
}

/** The whole number that a cost of at least so much is, less what may be a rounding error. */
function upToWhole(bound: number): number {
  return Math.ceil(bound - BLUR * Math.max(1, Math.abs(bound)));
}

function clamp(penalty: number): number {
  return Math.min(Math.max(penalty, 1e-4), 1e6);
}
