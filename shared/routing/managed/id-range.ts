/** Consecutive ids of a run's orders, in the order in which the orders were received. */
export interface IdRange {
  readonly first_id: number;
  readonly orders: number;
}
