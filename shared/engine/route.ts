/** A set of warehouses with one distribution of units (decision-rules.md section 3). */
export interface Route {
  /** Rank positions, ascending; each ships something. Empty where nothing ships. */
  readonly members: readonly number[];
  /** Units by demand, then by member. */
  readonly quantities: readonly (readonly number[])[];
  /** All units that ship. */
  readonly units: number;
}

/** Whether a route ships all units asked for from one warehouse. */
export function isFull(route: Route, units: number): boolean {
  return route.members.length === 1 && route.units === units;
}

/** The route of quantities given by demand and member, less the members that ship nothing. */
export function routeOf(members: readonly number[], quantities: readonly (readonly number[])[]): Route {
  let units = 0;
  const byMember = members.map((_, member) => {
    let shipped = 0;
    for (const row of quantities) shipped += row[member]!;
    units += shipped;
    return shipped;
  });
  if (!byMember.includes(0)) return { members, quantities, units };
  const ships = (_: number, member: number): boolean => byMember[member]! > 0;
  return { members: members.filter(ships), quantities: quantities.map((row) => row.filter(ships)), units };
}

/** The route on which nothing ships. */
export function nothing(demands: readonly unknown[]): Route {
  return { members: [], quantities: demands.map(() => []), units: 0 };
}
