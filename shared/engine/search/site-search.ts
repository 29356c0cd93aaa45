import { compareSets, sumOf } from '../rules/set-order.ts';
import type { OrderEffort } from './order-effort.ts';
import { smallerCover } from './site-exchange.ts';
import { improvedCover, sitesBy } from './site-heuristics.ts';
import type { SiteModel } from './site-model.ts';
import { type Aim, SiteRelaxation, upToWhole } from './site-relaxation.ts';

/** What is sought among sets of sites. */
export interface SiteGoal {
  /** The most sites. */
  readonly most: number;
  /** The choice that a set of rank positions, ascending, makes; null if it is not allowed. */
  evaluate(positions: readonly number[]): SiteChoice | null;
  /** Whether no set with these positions is allowed; null if that is not known. */
  readonly canPrune: ((positions: readonly number[]) => boolean) | null;
}

/** A set of rank positions, ascending, and the units that it lacks of the most that can ship. */
export interface SiteChoice {
  readonly members: readonly number[];
  readonly lacks: number;
}

const MAX_ROUNDS = 30;
/** Deep in the search, one of so many nodes rounds the relaxation to a choice. */
const ROUNDING_NODES = 16;
/** The exchange of sites is tried after this many nodes, then after twice as many, and so on. */
const EXCHANGE_FROM = 16;
/** After half of the rounds, a round of cuts must raise the bound by this share of it. */
const MIN_RISE = 0.0002;

/**
 * The best choice of sites: the fewest units that lack, then the fewest sites, then the least sum of rank positions,
 * then the lexicographically smallest list. Branch and bound on a linear relaxation with rounding cuts: exact, unless it
 * reaches `effort.mostWork`. Writes to `effort` what it did and proved. The choice has no members if none is allowed or was
 * found.
 */
export function searchSites(model: SiteModel, goal: SiteGoal, effort: OrderEffort): SiteChoice {
  return new SiteSearch(model, goal, effort).run();
}

/** No choice is known. */
const NONE: SiteChoice = { members: [], lacks: Number.POSITIVE_INFINITY };

class SiteSearch {
  readonly #model: SiteModel;
  readonly #goal: SiteGoal;
  readonly #effort: OrderEffort;
  readonly #relaxation: SiteRelaxation;
  #best = NONE;
  #aim: Aim = 'size';
  /** The most sites of the choices that are searched at present. */
  #ceiling = Number.POSITIVE_INFINITY;
  /** No choice has fewer sites, as far as is proved. */
  #least = 0;
  #nodes = 0;

  constructor(model: SiteModel, goal: SiteGoal, effort: OrderEffort) {
    this.#model = model;
    this.#goal = goal;
    this.#effort = effort;
    this.#relaxation = new SiteRelaxation(model, effort);
  }

  run(): SiteChoice {
    this.#improve(sitesBy(this.#model, () => 1, this.#goal.most, this.#effort));
    let isProven = true;
    this.#effort.lowerBound = null;
    for (const aim of this.#model.mayLack ? AIMS : AIMS.slice(1)) {
      this.#aim = aim;
      const least = this.#tighten();
      if (aim === 'size') {
        this.#effort.lowerBound = this.#raise(Math.max(1, least));
        isProven = this.#effort.lowerBound === this.#size;
      } else if (least <= this.#cap()) isProven = this.#branch(0);
      if (!isProven || this.#best.members.length === 0) break;
    }
    this.#effort.work = this.#relaxation.work;
    if (!isProven) this.#effort.hitLimit = true;
    return this.#best;
  }

  /** Sets up the relaxation, with cuts, for the present aim. Returns what every choice costs at least. */
  #tighten(): number {
    this.#setUp();
    const { program } = this.#relaxation;
    let last = Number.NEGATIVE_INFINITY;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (program.solve(Number.POSITIVE_INFINITY) === 'infeasible') return Number.POSITIVE_INFINITY;
      const bound = this.#relaxation.bound();
      if (upToWhole(bound) > this.#cap() || this.#isSpent()) return upToWhole(bound);
      this.#improve(this.#rounded());
      if (round > MAX_ROUNDS / 2 && bound - last < MIN_RISE * Math.abs(bound)) break;
      last = bound;
      if (!this.#relaxation.cut()) break;
    }
    this.#relaxation.keepTightCuts();
    this.#setUp();
    if (this.#relaxation.program.solve(Number.POSITIVE_INFINITY) === 'infeasible') {
      return Number.POSITIVE_INFINITY;
    }
    return upToWhole(this.#relaxation.bound());
  }

  #setUp(): void {
    const aim = this.#aim;
    this.#relaxation.setUp({
      aim,
      mostSites: aim === 'rank' ? this.#best.members.length : this.#goal.most,
      mostLacking: this.#model.mayLack && aim !== 'lacks' ? this.#best.lacks : Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Raises a bound on the number of sites until a choice of so many is known. One number after another is ruled out, which
   * is much less work than to rule out all at once. Returns the bound.
   */
  #raise(least: number): number {
    this.#least = least;
    if (this.#best !== NONE) this.#exchange(this.#sitesOf(this.#best.members));
    for (let size = least; size < this.#size; size++) {
      this.#ceiling = size;
      this.#least = size;
      if (size > least) this.#setUp();
      if (!this.#branch(0)) return size;
    }
    return this.#size;
  }

  /** Sites of the best choice; more than are allowed if there is none yet. */
  get #size(): number {
    return this.#best === NONE ? this.#goal.most + 1 : this.#best.members.length;
  }

  /** The most that a better choice may cost. Under the last aim an equal cost is allowed too, for one that comes first. */
  #cap(): number {
    const { members, lacks } = this.#best;
    if (this.#aim === 'lacks') return lacks - 1;
    return this.#aim === 'size' ? Math.min(this.#ceiling, this.#size - 1) : sumOf(members);
  }

  /** Whether choices of this cost may be better: they cost less, or as much and may come first in order. */
  #isWorthIt(cost: number): boolean {
    const cap = this.#cap();
    if (cost !== cap || this.#aim !== 'rank') return cost <= cap;
    return this.#relaxation.siteBefore(this.#best.members) >= 0;
  }

  #isSpent(): boolean {
    return this.#relaxation.work > this.#effort.mostWork;
  }

  /** Searches the choices under the sites fixed so far. Returns false if the limit of work ended it. */
  #branch(depth: number): boolean {
    if (this.#isSpent()) return false;
    const relaxation = this.#relaxation;
    const { program } = relaxation;
    this.#nodes++;
    const cap = this.#cap();
    if (program.solve(cap + 0.01 + 1e-6 * Math.abs(cap)) === 'infeasible') return true;
    const bound = relaxation.bound();
    const cost = upToWhole(bound);
    if (!this.#isWorthIt(cost)) return true;
    relaxation.fixByCost(bound, cap);
    if (depth < 3 || this.#nodes % ROUNDING_NODES === 1) {
      this.#improve(this.#rounded());
      if (!this.#isWorthIt(cost)) return true;
    }
    if (isPowerOfTwo(this.#nodes) && this.#nodes >= EXCHANGE_FROM) {
      this.#exchange(this.#rounded());
      if (!this.#isWorthIt(cost)) return true;
    }
    let site = relaxation.fractionalSite();
    if (site < 0) {
      this.#offer(relaxation.positionsTaken(false));
      if (!this.#isWorthIt(cost)) return true;
      site = this.#undecided(cost);
      if (site < 0) return true;
    }
    const mark = relaxation.mark;
    program.save(depth);
    relaxation.take(site);
    const canPrune = this.#goal.canPrune?.(relaxation.positionsTaken(true)) ?? false;
    if (!canPrune && !this.#branch(depth + 1)) return false;
    relaxation.free(mark);
    if (!canPrune) program.restore(depth);
    relaxation.ruleOut(site);
    if (!this.#branch(depth + 1)) return false;
    relaxation.free(mark);
    return true;
  }

  /** A site to decide on if the relaxation takes none in part; -1 if all are fixed. */
  #undecided(cost: number): number {
    if (this.#aim === 'rank' && cost === this.#cap()) {
      const site = this.#relaxation.siteBefore(this.#best.members);
      if (site >= 0 && this.#relaxation.isFree(site)) return site;
    }
    return this.#relaxation.freeSite();
  }

  /** A choice near what the relaxation takes. */
  #rounded(): number[] {
    const { program } = this.#relaxation;
    return sitesBy(this.#model, (site) => program.valueOf(site), this.#goal.most, this.#effort);
  }

  /** Looks for covers with fewer sites by exchange, starting from a cover. */
  #exchange(from: readonly number[]): void {
    if (this.#model.mayLack || this.#aim !== 'size') return;
    let cover: number[] | null = improvedCover(this.#model, from, this.#effort);
    while (cover !== null && cover.length > this.#least && !this.#isSpent()) {
      cover = smallerCover(this.#model, cover, this.#effort);
      if (cover !== null) this.#improve(cover);
    }
  }

  #improve(sites: readonly number[]): void {
    const better = this.#model.mayLack ? sites : improvedCover(this.#model, sites, this.#effort);
    this.#offer(better.map((site) => this.#model.positions[site]!));
  }

  #offer(positions: readonly number[]): void {
    if (positions.length === 0 || positions.length > this.#goal.most) return;
    this.#effort.work += positions.length * this.#model.rows.length;
    const choice = this.#goal.evaluate(positions);
    if (choice !== null && isBetter(choice, this.#best)) this.#best = choice;
  }

  #sitesOf(positions: readonly number[]): number[] {
    return positions.map((position) => this.#model.siteAt[position]!).filter((site) => site >= 0);
  }
}

const AIMS: readonly Aim[] = ['lacks', 'size', 'rank'];

function isPowerOfTwo(number: number): boolean {
  return (number & (number - 1)) === 0;
}

function isBetter(left: SiteChoice, right: SiteChoice): boolean {
  if (left.lacks !== right.lacks) return left.lacks < right.lacks;
  return compareSets(left.members, right.members) < 0;
}
