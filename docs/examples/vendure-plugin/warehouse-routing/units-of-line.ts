import {
  Allocation,
  Cancellation,
  type ID,
  type OrderLine,
  Release,
  type RequestContext,
  Sale,
  type StockMovement,
  type TransactionalConnection,
} from '@vendure/core';

/** Units by the ID of a stock location. */
type Units = Map<ID, number>;

/** The units of an order line that are allocated and neither released nor sold, and those that are sold and not cancelled. */
export async function unitsOfLine(
  connection: TransactionalConnection,
  ctx: RequestContext,
  orderLine: OrderLine,
): Promise<{ allocated: Units; sold: Units }> {
  const movements: StockMovement[] = [];
  for (const type of [Allocation, Sale, Release, Cancellation]) {
    const where = { orderLine: { id: orderLine.id } };
    movements.push(
      ...(await connection.getRepository<StockMovement>(ctx, type).find({ where: where as object })),
    );
  }
  return replay(movements.sort(byAge));
}

const byAge = (a: StockMovement, b: StockMovement) =>
  a.createdAt.getTime() - b.createdAt.getTime() || Number(a.id) - Number(b.id) || 0;

/**
 * Vendure writes a sale, release or cancellation as a row a location, and into each row the units of all of them. So the
 * units of a location are found by taking them again as they were taken: as many as it had, until all were taken.
 */
function replay(movements: readonly StockMovement[]) {
  const allocated: Units = new Map();
  const sold: Units = new Map();
  let toTake = 0;
  let lastType: string | undefined;
  for (const { type, quantity, stockLocationId: at } of movements) {
    if (type === 'ALLOCATION') {
      add(allocated, at, quantity);
    } else {
      if (type !== lastType || toTake === 0) toTake = Math.abs(quantity);
      const from = type === 'CANCELLATION' ? sold : allocated;
      const taken = Math.min(toTake, from.get(at) ?? 0);
      add(from, at, -taken);
      if (type === 'SALE') add(sold, at, taken);
      toTake -= taken;
    }
    lastType = type;
  }
  return { allocated, sold };
}

function add(units: Units, at: ID, quantity: number): void {
  units.set(at, (units.get(at) ?? 0) + quantity);
}
