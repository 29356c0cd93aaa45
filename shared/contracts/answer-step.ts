/** Results that are written in one step of a large answer: some milliseconds. */
export const ORDERS_A_STEP = 250;
