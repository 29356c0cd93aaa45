import type { OrderCosts } from '../rules/order-costs.ts';
import type { Supply } from './supply.ts';

/** What a search for the cheapest route is about. */
export interface CostProblem {
  readonly supplies: readonly Supply[];
  readonly costs: OrderCosts;
  /** Warehouses by rank position: the candidates. */
  readonly ranked: readonly number[];
  /** Units of each demand that all candidates together ship. */
  readonly most: readonly number[];
  /** How many of all these units lack. */
  readonly lacks: number;
  /** No choice has fewer shipments. */
  readonly fewest: number;
  /** The most shipments. */
  readonly shipments: number;
}

/**
 * The candidates that have units of each demand, in the order in which they ship. An entry is a candidate with units of a
 * demand. Those of a demand are from `first[demand]` up to `first[demand + 1]`.
 */
export interface Holders {
  readonly first: Int32Array;
  readonly candidate: Int32Array;
  readonly units: Float64Array;
}

export function holdersOf({ supplies, ranked, most }: CostProblem): Holders {
  const first = new Int32Array(supplies.length + 1);
  const candidate: number[] = [];
  const units: number[] = [];
  for (const [demand, supply] of supplies.entries()) {
    for (const position of supply.sequence ?? ranked.keys()) {
      if (supply.units[position] === 0 || most[demand] === 0) continue;
      candidate.push(position);
      units.push(supply.units[position]!);
    }
    first[demand + 1] = candidate.length;
  }
  return { first, candidate: Int32Array.from(candidate), units: Float64Array.from(units) };
}

/** Whether a candidate is still free, must ship, or must not. */
export const FREE = 0;
export const TAKEN = 1;
export const OUT = 2;

/** What a choice of candidates allows at one node of a search. */
export interface NodeChoices {
  readonly states: Uint8Array;
  /** By entry, the most units that the candidate may still ship. */
  readonly most: Float64Array;
  /** By entry, the units that it ships at least, if it is taken. */
  readonly least: Float64Array;
}

/** Choices of which nothing is decided yet. `settleChoices` sets the units that they allow. */
export function freeChoices({ ranked }: CostProblem, { candidate }: Holders): NodeChoices {
  return {
    states: new Uint8Array(ranked.length),
    most: new Float64Array(candidate.length),
    least: new Float64Array(candidate.length),
  };
}

/**
 * Sets the units that choices still allow when some candidates are taken and others are out. Takes the candidates without
 * which units are missing, and rules out those that ship nothing. Returns false if too few units are left, or there are more
 * shipments than may be.
 */
export function settleChoices(
  problem: CostProblem,
  holders: Holders,
  choices: NodeChoices,
  effort: { work: number },
): boolean {
  const { most: needs, lacks, shipments } = problem;
  const { first, candidate: candidates } = holders;
  const { states, most } = choices;
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    let missing = 0;
    effort.work += 3 * most.length;
    for (let demand = 0; demand < needs.length; demand++) {
      const needed = needs[demand]!;
      if (needed === 0) continue;
      const together = allow(problem, holders, demand, choices);
      missing += Math.max(0, needed - together);
      if (missing > lacks) return false;
      if (lacks > 0) continue;
      for (let entry = first[demand]!; entry < first[demand + 1]!; entry++) {
        const candidate = candidates[entry]!;
        if (states[candidate] !== FREE || together - most[entry]! >= needed) continue;
        states[candidate] = TAKEN;
        isSettled = false;
      }
    }
  }
  effort.work += 40 * states.length;
  const ships = new Uint8Array(states.length);
  for (let entry = 0; entry < most.length; entry++) if (most[entry]! > 0) ships[candidates[entry]!] = 1;
  let taken = 0;
  for (let candidate = 0; candidate < states.length; candidate++) {
    if (states[candidate] === FREE && ships[candidate] === 0) states[candidate] = OUT;
    if (states[candidate] !== TAKEN) continue;
    taken++;
    if (ships[candidate] === 0 || taken > shipments) return false;
  }
  return true;
}

/**
 * Writes what each candidate ships of a demand. It ships whole from the first member that can ship it whole, or else each
 * member in turn ships what those before it leave. Returns the sum of the most units.
 */
function allow(
  { supplies, most: needs, lacks }: CostProblem,
  { first, candidate: candidates, units }: Holders,
  demand: number,
  { states, most, least }: NodeChoices,
): number {
  const { quantity, doNotSplit, doNotPartial } = supplies[demand]!;
  // A do-not-split demand of which nothing may lack ships from one that has the most.
  const isFromOne = doNotSplit && lacks === 0;
  const whole = isFromOne ? needs[demand]! : quantity;
  const begin = first[demand]!;
  const all = first[demand + 1]!;
  let end = all;
  let isSure = lacks === 0 || !(doNotSplit || doNotPartial);
  let hasTakenWhole = false;
  for (let entry = begin; entry < end; entry++) {
    const state = states[candidates[entry]!];
    if (units[entry]! < whole || state === OUT) continue;
    isSure = false;
    hasTakenWhole = state === TAKEN;
    if (hasTakenWhole) end = entry + 1;
  }
  let before = 0;
  let left = quantity;
  let isFirst = true;
  let together = 0;
  for (let entry = begin; entry < all; entry++) {
    const state = states[candidates[entry]!];
    const own = units[entry]!;
    most[entry] = 0;
    least[entry] = 0;
    if (entry >= end || state === OUT) continue;
    if (own >= whole) {
      most[entry] = whole;
      if (isFirst) least[entry] = whole;
      isFirst = false;
    } else if (!hasTakenWhole && !isFromOne) {
      most[entry] = Math.min(own, left);
      if (isSure) least[entry] = Math.max(0, Math.min(own, quantity - before));
      before += own;
      if (state === TAKEN && !doNotSplit) left = Math.max(0, left - own);
    }
    together += most[entry]!;
  }
  return together;
}
