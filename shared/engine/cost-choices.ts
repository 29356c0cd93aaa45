import type { OrderCosts } from './order-costs.ts';
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
  /** The most shipments. */
  readonly shipments: number;
}

/** Whether a candidate is still free, must ship, or must not. */
export const FREE = 0;
export const TAKEN = 1;
export const OUT = 2;

/** What a choice of candidates allows at one node of a search. */
export interface NodeChoices {
  readonly states: Uint8Array;
  /** By candidate and demand, the most units that the candidate may still ship. */
  readonly most: Float64Array;
  /** By candidate and demand, the units that it ships at least, if it is taken. */
  readonly least: Float64Array;
}

/**
 * What is left of the choice when some candidates are taken and others are out. Takes the candidates without which units
 * are missing, and rules out those that ship nothing. Null if too few units are left, or more shipments than may be.
 */
export function choicesUnder(
  problem: CostProblem,
  states: Uint8Array,
  effort: { work: number },
): NodeChoices | null {
  const { supplies, most: needs, lacks, shipments } = problem;
  const demands = supplies.length;
  const most = new Float64Array(states.length * demands);
  const least = new Float64Array(states.length * demands);
  const choices = { states, most, least };
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    let missing = 0;
    effort.work += 2 * most.length;
    for (let demand = 0; demand < demands; demand++) {
      const needed = needs[demand]!;
      if (needed === 0) continue;
      const together = allow(problem, demand, choices);
      missing += Math.max(0, needed - together);
      if (missing > lacks) return null;
      if (lacks > 0) continue;
      for (let candidate = 0; candidate < states.length; candidate++) {
        if (states[candidate] !== FREE || together - most[candidate * demands + demand]! >= needed) continue;
        states[candidate] = TAKEN;
        isSettled = false;
      }
    }
  }
  let taken = 0;
  for (let candidate = 0; candidate < states.length; candidate++) {
    if (states[candidate] === OUT) continue;
    const ships = hasUnits(most, candidate, demands);
    if (states[candidate] === FREE && !ships) states[candidate] = OUT;
    if (states[candidate] !== TAKEN) continue;
    taken++;
    if (!ships || taken > shipments) return null;
  }
  return choices;
}

/**
 * Writes what each candidate ships of a demand. It ships whole from the first member that can ship it whole, or else each
 * member in turn ships what those before it leave. Returns the sum of the most units.
 */
function allow(
  { supplies, most: needs, lacks }: CostProblem,
  demand: number,
  { states, most, least }: NodeChoices,
): number {
  const { units, quantity, doNotSplit, doNotPartial, sequence } = supplies[demand]!;
  // A do-not-split demand of which nothing may lack ships from one that has the most.
  const isFromOne = doNotSplit && lacks === 0;
  const whole = isFromOne ? needs[demand]! : quantity;
  let end = states.length;
  let isSure = lacks === 0 || !(doNotSplit || doNotPartial);
  let hasTakenWhole = false;
  for (let place = 0; place < end; place++) {
    const candidate = sequence === null ? place : sequence[place]!;
    if (units[candidate]! < whole || states[candidate] === OUT) continue;
    isSure = false;
    hasTakenWhole = states[candidate] === TAKEN;
    if (hasTakenWhole) end = place + 1;
  }
  let before = 0;
  let left = quantity;
  let isFirst = true;
  let together = 0;
  for (let place = 0; place < states.length; place++) {
    const candidate = sequence === null ? place : sequence[place]!;
    const at = candidate * supplies.length + demand;
    const own = units[candidate]!;
    most[at] = 0;
    least[at] = 0;
    if (place >= end || states[candidate] === OUT) continue;
    if (own >= whole) {
      most[at] = whole;
      if (isFirst) least[at] = whole;
      isFirst = false;
    } else if (!hasTakenWhole && !isFromOne) {
      most[at] = Math.min(own, left);
      if (isSure) least[at] = Math.max(0, Math.min(own, quantity - before));
      before += own;
      if (states[candidate] === TAKEN && !doNotSplit) left = Math.max(0, left - own);
    }
    together += most[at]!;
  }
  return together;
}

function hasUnits(units: Float64Array, candidate: number, demands: number): boolean {
  for (let demand = 0; demand < demands; demand++) if (units[candidate * demands + demand]! > 0) return true;
  return false;
}
