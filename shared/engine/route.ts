/** A set of warehouses with one distribution of units (docs/explanation/decisions.md, Routes). */
export interface Route {
  /** Rank positions, ascending; each ships something. Empty if nothing ships. */
  readonly members: readonly number[];
  /** Units of each demand from each member, one demand after another: see unitsFrom. */
  readonly quantities: readonly number[];
  /** All units that ship. */
  readonly units: number;
}

/** The route on which nothing ships. */
export const NOTHING: Route = { members: [], quantities: [], units: 0 };

/** Units of a demand that a member, named by its place among the members, ships. */
export function unitsFrom({ members, quantities }: Route, demand: number, member: number): number {
  return quantities[demand * members.length + member]!;
}

/** Units of a demand that ship. */
export function unitsOf({ members, quantities }: Route, demand: number): number {
  const first = demand * members.length;
  let units = 0;
  for (let place = first; place < first + members.length; place++) units += quantities[place]!;
  return units;
}

/** Whether a route ships all `units` of the order from one warehouse. */
export function isFull(route: Route, units: number): boolean {
  return route.members.length === 1 && route.units === units;
}

/** The route of quantities, demand by demand for each member, without the members that ship nothing. */
export function routeOf(members: readonly number[], quantities: readonly number[]): Route {
  const count = members.length;
  let units = 0;
  for (let place = 0; place < quantities.length; place++) units += quantities[place]!;
  let kept: number[] | null = null;
  for (let member = 0; member < count; member++) {
    if (ships(quantities, member, count)) kept?.push(member);
    else kept ??= members.slice(0, member).map((_, earlier) => earlier);
  }
  if (kept === null) return { members, quantities, units };
  if (kept.length === 0) return NOTHING;
  const ofKept: number[] = [];
  for (let first = 0; first < quantities.length; first += count) {
    for (const member of kept) ofKept.push(quantities[first + member]!);
  }
  return { members: kept.map((member) => members[member]!), quantities: ofKept, units };
}

function ships(quantities: readonly number[], member: number, members: number): boolean {
  for (let place = member; place < quantities.length; place += members)
    if (quantities[place]! > 0) return true;
  return false;
}
