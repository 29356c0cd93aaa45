/**
 * The choice of a route by its cost, read a second time: every set of warehouses is tried. Tests compare the product with
 * this. It shares no code with the product. Where the specification leaves a choice open, a comment that begins with "Open"
 * says what is chosen here.
 */
import { type Amount, amount, compare, roundedToCents, sumOf, times } from './amounts.ts';
import { costOfShipment, demandOf, totalCost } from './cost.ts';
import {
  availableAt,
  distributionOf,
  isPermitted,
  type PlainCostOrder,
  type PlainShipment,
  unitsOf,
  unitsWanted,
} from './cost-order.ts';

type Objective = PlainCostOrder['objective'];

/** A route and what it is compared by. */
interface Candidate {
  shipments: PlainShipment[];
  units: number;
  /** Exact costs of its shipments; null: unpriced. */
  costs: (Amount | null)[];
  unpriced: number;
  /** Costs of the priced shipments and every split penalty. */
  weighed: Amount;
  places: number[];
}

export interface PlainCostRoute {
  status: 'FULL' | 'SPLIT' | 'PARTIAL' | 'PARTIAL_SPLIT' | 'NONE';
  /** In rank order. `cost` in cents, half up, `12.35`; null: unpriced. */
  shipments: { id: string; units: Map<string, number>; cost: string | null }[];
  /** Without split penalties. */
  totalCost: string | null;
}

export interface PlainCostAlternative {
  kind: 'cheapest' | 'fewest_shipments';
  /** Open: the difference in words is not read here: of the rounded totals or of the exact ones. */
  route: PlainCostRoute;
}

export interface PlainCostChoice {
  permitted: PlainCostRoute;
  /** In rank order: what each warehouse alone would cost for what it could ship, in cents. */
  costAlone: (string | null)[];
  alternatives: PlainCostAlternative[];
}

const MOST_WAREHOUSES = 10;

/** The routes of an order, found by trying every set of at most 10 warehouses that could ship something. */
export function bruteForceByCost(order: PlainCostOrder): PlainCostChoice {
  const permitted = bestOf(order, order.objective);
  const alternatives: PlainCostAlternative[] = [];
  let costAlone: (string | null)[] = order.ranked.map(() => null);
  if (!isPlainFull(order, permitted)) {
    costAlone = order.ranked.map((_, index) => costAloneAt(order, index + 1));
    const cheapest = bestOf(order, 'lowest_cost');
    const fewest = bestOf(order, 'fewest_shipments');
    if (!areSame(cheapest, permitted))
      alternatives.push({ kind: 'cheapest', route: asRoute(order, cheapest) });
    if (!areSame(fewest, permitted)) {
      alternatives.push({ kind: 'fewest_shipments', route: asRoute(order, fewest) });
    }
  }
  return {
    permitted: asRoute(order, permitted),
    costAlone,
    alternatives,
  };
}

function bestOf(order: PlainCostOrder, objective: Objective): Candidate {
  const none = candidateOf(order, []);
  return candidates(order).reduce((best, one) => (isBetter(one, best, objective) ? one : best), none);
}

/** Every set of warehouses that all ship something and that no rule blocks. */
function candidates(order: PlainCostOrder): Candidate[] {
  const skus = [...demandOf(order.lines).keys()];
  const places = order.ranked
    .map((_, index) => index + 1)
    .filter((place) => skus.some((sku) => availableAt(order, place, sku) > 0));
  if (places.length > MOST_WAREHOUSES) throw new RangeError(`more than ${MOST_WAREHOUSES} warehouses`);
  const found: Candidate[] = [];
  for (let set = 1; set < 2 ** places.length; set++) {
    const members = places.filter((_, index) => set & (1 << index));
    const shipments = distributionOf(order, members);
    // A member that ships nothing is not a member: the set without it is tried as well.
    if (shipments.some(({ units }) => units.size === 0)) continue;
    if (isPermitted(order, shipments)) found.push(candidateOf(order, shipments));
  }
  return found;
}

function candidateOf(order: PlainCostOrder, shipments: PlainShipment[]): Candidate {
  const costs = shipments.map(({ place, units }) => {
    const { id, zone, handling = null } = order.ranked[place - 1]!;
    return costOfShipment({ warehouseId: id, zone, handling }, units, order.lines, order.prices);
  });
  const priced = costs.filter((cost) => cost !== null);
  const beyondFirst = Math.max(0, shipments.length - 1);
  const penalties = times(beyondFirst, amount(order.splitPenalty ?? 0));
  return {
    shipments,
    units: unitsOf(shipments),
    costs,
    unpriced: costs.length - priced.length,
    weighed: sumOf([...priced, penalties]),
    places: shipments.map(({ place }) => place),
  };
}

/** Each key in turn: the first that differs decides. */
function isBetter(one: Candidate, other: Candidate, objective: Objective): boolean {
  if (one.units !== other.units) return one.units > other.units;
  if (objective === 'lowest_cost') {
    if (one.unpriced !== other.unpriced) return one.unpriced < other.unpriced;
    const difference = compare(one.weighed, other.weighed);
    if (difference !== 0) return difference < 0;
  }
  if (one.places.length !== other.places.length) return one.places.length < other.places.length;
  const further = sum(one.places) - sum(other.places);
  if (further !== 0) return further < 0;
  const index = one.places.findIndex((place, at) => place !== other.places[at]);
  return index !== -1 && one.places[index]! < other.places[index]!;
}

/**
 * Open: a warehouse that could ship nothing has no cost, rather than 0.00. What it could ship is held to what is too slow or
 * too late where that blocks, as `could_ship_units` is.
 */
function costAloneAt(order: PlainCostOrder, place: number): string | null {
  const shipments = distributionOf(order, [place]);
  if (shipments.every(({ units }) => units.size === 0)) return null;
  return totalCost(candidateOf(order, shipments).costs);
}

/**
 * A FULL from rank 1 under fewest_shipments, for which `cost_alone` is null and the alternatives are left out.
 * Open: null for rank 1 too.
 */
function isPlainFull(order: PlainCostOrder, route: Candidate): boolean {
  const isFromFirst = route.places.length === 1 && route.places[0] === 1;
  const isFull = route.units === unitsWanted(order);
  return order.objective === 'fewest_shipments' && isFromFirst && isFull;
}

/** A set of warehouses has one distribution. */
function areSame(one: Candidate, other: Candidate): boolean {
  return one.places.join() === other.places.join();
}

function statusOf(order: PlainCostOrder, { shipments, units }: Candidate): PlainCostRoute['status'] {
  if (units === 0) return 'NONE';
  if (units === unitsWanted(order)) return shipments.length === 1 ? 'FULL' : 'SPLIT';
  return shipments.length === 1 ? 'PARTIAL' : 'PARTIAL_SPLIT';
}

function asRoute(order: PlainCostOrder, candidate: Candidate): PlainCostRoute {
  return {
    status: statusOf(order, candidate),
    shipments: candidate.shipments.map(({ place, units }, index) => {
      const cost = candidate.costs[index]!;
      return { id: order.ranked[place - 1]!.id, units, cost: cost === null ? null : roundedToCents(cost) };
    }),
    totalCost: totalCost(candidate.costs),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
