/** By what routes compare that ship the most units. */
export const OBJECTIVES = ['fewest_shipments', 'lowest_cost'] as const;
export type ObjectiveName = (typeof OBJECTIVES)[number];
