/** By what routes compare that ship the most units. */
export type ObjectiveName = 'fewest_shipments' | 'lowest_cost';
