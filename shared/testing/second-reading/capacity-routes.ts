/**
 * The choice of a route, read a second time: every set of warehouses is tried. Tests compare the product with this. It
 * shares no code with the product. `prefer_full_shipment` is on, and of Item Control only the warehouses that may ship a
 * SKU are known.
 */

export type PlainMode = 'allow' | 'warn' | 'block';

export interface PlainWarehouse {
  id: string;
  /** Available units by SKU, safety stock taken off. A SKU that is not named: none. */
  stock: ReadonlyMap<string, number>;
  /** Its delivery date is null or after deliver_by. */
  late: boolean;
  /** It has no place on its ship date, or no ship date although it has a calendar; `later` has been tried. */
  full: boolean;
  /** Its lane is slower than max_transit_days, or it has none. */
  slow?: boolean;
}

export interface PlainDemand {
  sku: string;
  units: number;
  /** Warehouses that Item Control admits for this SKU. Absent: all of them. */
  admitted?: ReadonlySet<string>;
}

export interface PlainPolicies {
  lateDelivery: PlainMode;
  maxTransit: PlainMode;
  splitShipment: PlainMode;
  partialShipment: PlainMode;
  maxShipments: number | null;
}

export interface PlainRouteInput {
  /** In rank order, full and late ones included: these keep their rank. */
  ranked: readonly PlainWarehouse[];
  demand: readonly PlainDemand[];
  policies: PlainPolicies;
}

export type PlainStatus = 'FULL' | 'SPLIT' | 'PARTIAL' | 'PARTIAL_SPLIT' | 'NONE';

export interface PlainRoute {
  status: PlainStatus;
  /** In rank order. */
  shipments: { id: string; units: Map<string, number> }[];
}

export interface PlainRoutes {
  /** Held to capacity and Item Control, but to no `block` rule and no max_shipments. */
  unconstrained: PlainRoute;
  permitted: PlainRoute;
  /** The unconstrained route if no warehouse were full: says whether capacity is why nothing ships. */
  withEveryPlaceFree: PlainRoute;
  /** Null if the two routes are the same. */
  policyBlockedBy: 'late_delivery' | 'max_transit_days' | 'split_shipment' | 'partial_shipment' | null;
}

/** A set of warehouses with its distribution. Positions begin with 1. */
interface Candidate {
  positions: number[];
  given: Map<string, number>[];
  units: number;
}

type Eligible = (warehouse: PlainWarehouse) => boolean;
type Permitted = (candidate: Candidate) => boolean;

const MOST_WAREHOUSES = 8;

/** The best routes of an order, found by trying every set of at most 8 warehouses. */
export function bruteForceRoute(input: PlainRouteInput): PlainRoutes {
  if (input.ranked.length > MOST_WAREHOUSES) throw new RangeError(`more than ${MOST_WAREHOUSES} warehouses`);
  const { policies } = input;
  const wanted = sum(input.demand.map(({ units }) => units));
  const isLate = ({ late }: PlainWarehouse) => late && policies.lateDelivery === 'block';
  const isSlow = ({ slow = false }: PlainWarehouse) => slow && policies.maxTransit === 'block';
  const isSplit = ({ positions }: Candidate) =>
    (policies.splitShipment === 'block' && positions.length > 1) ||
    (policies.maxShipments !== null && positions.length > policies.maxShipments);
  const isPartial = ({ units }: Candidate) => policies.partialShipment === 'block' && units < wanted;

  const unconstrained = best(input, (one) => !one.full);
  const permitted = best(
    input,
    (one) => !one.full && !isLate(one) && !isSlow(one),
    (candidate) => !isSplit(candidate) && !isPartial(candidate),
  );

  const members = unconstrained.positions.map((position) => input.ranked[position - 1]!);
  let policyBlockedBy: PlainRoutes['policyBlockedBy'] = null;
  if (String(unconstrained.positions) !== String(permitted.positions)) {
    if (members.some(isLate)) policyBlockedBy = 'late_delivery';
    else if (members.some(isSlow)) policyBlockedBy = 'max_transit_days';
    else if (isSplit(unconstrained)) policyBlockedBy = 'split_shipment';
    else if (isPartial(unconstrained)) policyBlockedBy = 'partial_shipment';
  }

  return {
    unconstrained: asRoute(input, unconstrained, wanted),
    permitted: asRoute(input, permitted, wanted),
    withEveryPlaceFree: asRoute(
      input,
      best(input, () => true),
      wanted,
    ),
    policyBlockedBy,
  };
}

function best(input: PlainRouteInput, isEligible: Eligible, isPermitted: Permitted = () => true): Candidate {
  let found: Candidate = { positions: [], given: [], units: 0 };
  for (let set = 1; set < 2 ** input.ranked.length; set++) {
    const positions = input.ranked.map((_, index) => index + 1).filter((place) => set & (1 << (place - 1)));
    const candidate = distribute(input, positions, isEligible);
    // A member that ships nothing is not a member: the set without it is tried as well.
    if (candidate.given.some((units) => units.size === 0)) continue;
    if (isPermitted(candidate) && isBetter(candidate, found)) found = candidate;
  }
  return found;
}

function distribute(input: PlainRouteInput, positions: number[], isEligible: Eligible): Candidate {
  const given = positions.map(() => new Map<string, number>());
  for (const { sku, units, admitted } of input.demand) {
    const available = positions.map((position) => {
      const warehouse = input.ranked[position - 1]!;
      const mayShip = isEligible(warehouse) && (admitted?.has(warehouse.id) ?? true);
      return mayShip ? (warehouse.stock.get(sku) ?? 0) : 0;
    });
    const whole = available.findIndex((has) => has >= units);
    let needed = units;
    for (const [member, has] of available.entries()) {
      if (whole !== -1 && member !== whole) continue;
      const gives = Math.min(has, needed);
      if (gives > 0) given[member]!.set(sku, gives);
      needed -= gives;
    }
  }
  return { positions, given, units: sum(given.flatMap((bySku) => [...bySku.values()])) };
}

/** Most units, fewest warehouses, least sum of positions, lexicographically smallest list of positions. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.units !== other.units) return one.units > other.units;
  if (one.positions.length !== other.positions.length) return one.positions.length < other.positions.length;
  const difference = sum(one.positions) - sum(other.positions);
  if (difference !== 0) return difference < 0;
  const place = one.positions.findIndex((position, index) => position !== other.positions[index]);
  return place !== -1 && one.positions[place]! < other.positions[place]!;
}

function asRoute(input: PlainRouteInput, candidate: Candidate, wanted: number): PlainRoute {
  const shipments = candidate.positions.map((position, index) => ({
    id: input.ranked[position - 1]!.id,
    units: candidate.given[index]!,
  }));
  return { status: statusOf(candidate, wanted), shipments };
}

function statusOf({ positions, units }: Candidate, wanted: number): PlainStatus {
  if (units === 0) return 'NONE';
  if (units === wanted) return positions.length === 1 ? 'FULL' : 'SPLIT';
  return positions.length === 1 ? 'PARTIAL' : 'PARTIAL_SPLIT';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
