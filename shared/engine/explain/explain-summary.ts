import type { Decision, UnfulfilledReason, UnroutableCode } from '../types.ts';
import { named, shipments, units } from '../wording.ts';
import type { ExplainedWarehouse, Explanation } from './explanation.ts';
import { recommendedAction } from './recommended-action.ts';
import { unroutablePhrase } from './sentences.ts';
import { lackClause, shipsClause, warehouseClause } from './warehouse-sentence.ts';

/** The explanation without its summary. The summary names only numbers and names that are fields of it. */
type Facts = Omit<Explanation, 'summary'>;

/** The fields of a decision that have codes. */
type Codes = Pick<Decision, 'unroutable' | 'unfulfilled' | 'reroute' | 'policy' | 'blocked_anyway'>;

/**
 * One to three sentences: what ships from where; why not from the preferred warehouse; what is missing, and what to do
 * about it. If the search did not finish, one more says what is proved.
 */
export function summaryOf(facts: Facts, codes: Codes): string {
  return [whatShips(facts, codes), whyNotPreferred(facts), whatIsMissing(facts, codes), whatIsProved(facts)]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function whatShips({ warehouses }: Facts, codes: Codes): string {
  const { unroutable } = codes;
  const chosen = warehouses.filter((each) => each.chosen);
  if (chosen.length > 0) {
    return `${named(chosen.map((each) => `${each.warehouse_name} ${shipsClause(each)}`))}.`;
  }
  const reserved = reservedUnits(warehouses);
  if (isForStock(unroutable) && reserved.length > 0) {
    const are = reserved.length === 1 && reserved[0]!.startsWith('1 unit ') ? 'is' : 'are';
    return `Nothing ships: ${named(reserved)} ${are} reserved by earlier orders.`;
  }
  return `Nothing ships: ${unroutablePhrase(codes, unroutable!)}.`;
}

/** `2 units of A at Edison NJ`, by SKU. */
function reservedUnits(warehouses: readonly ExplainedWarehouse[]): string[] {
  const skus = warehouses[0]?.lines ?? [];
  return skus.flatMap((_, index) =>
    warehouses.flatMap(({ warehouse_name, lines }) => {
      const { sku, reserved_qty } = lines[index]!;
      return reserved_qty ? [`${units(reserved_qty)} of ${sku} at ${warehouse_name}`] : [];
    }),
  );
}

function whyNotPreferred({ warehouses }: Facts): string | null {
  const [preferred] = warehouses;
  if (preferred === undefined || preferred.verdict === 'ships_all' || isBarredEverywhere(warehouses)) {
    return null;
  }
  const name = `${preferred.warehouse_name}, the preferred warehouse,`;
  if (!preferred.chosen) return `${name} ${warehouseClause(preferred)}.`;
  const lack = lackClause(preferred);
  return lack === '' ? null : `${name} cannot ship the whole order: ${lack}.`;
}

function whatIsProved({ search_complete, at_least_shipments, warehouses }: Facts): string | null {
  if (search_complete) return null;
  if (at_least_shipments === undefined)
    return 'The search ended at its limit: a better route was not ruled out.';
  const chosen = warehouses.filter((each) => each.chosen).length;
  return at_least_shipments < chosen
    ? `${shipments(chosen)}; fewer than ${at_least_shipments} is impossible, ${at_least_shipments} was not ruled out.`
    : `${shipments(chosen)}, the fewest possible; warehouses that rank higher were not ruled out.`;
}

/** Whether holds and vendors bar every warehouse alike, so that there is nothing to say about one of them. */
function isBarredEverywhere(warehouses: readonly ExplainedWarehouse[]): boolean {
  return warehouses.every(({ lines }) =>
    lines.every(({ barred_by }) => barred_by === 'hold' || barred_by === 'drop_ship'),
  );
}

function whatIsMissing({ warehouses }: Facts, codes: Codes): string | null {
  const { unroutable, unfulfilled, reroute, policy, blocked_anyway } = codes;
  const isReserved = reservedUnits(warehouses).length > 0;
  if (unroutable !== null) {
    return isForStock(unroutable) && isReserved
      ? `${RELEASE.charAt(0).toUpperCase()}${RELEASE.slice(1)}`
      : recommendedAction({
          ...{ unroutable, policy },
          ...(reroute && { reroute }),
          ...(blocked_anyway && { blocked_anyway }),
        });
  }
  const missing = missingSkus(warehouses, unfulfilled);
  const decisive = missing.find(({ reason }) => reason !== 'external_fulfillment') ?? missing[0];
  if (decisive === undefined) return null;
  const { reason } = decisive;
  const skus = named(missing.filter((each) => each.reason === reason).map(({ sku }) => sku));
  if (reason === 'external_fulfillment') return `A vendor ships ${skus}, outside the warehouses.`;
  const action = reason === 'insufficient_inventory' && isReserved ? RELEASE : ACTIONS[reason];
  return `Not all of ${skus} ships: ${action}`;
}

/** The SKUs of which some units do not ship. The decision has a reason for each, in line order. */
function missingSkus(
  warehouses: readonly ExplainedWarehouse[],
  unfulfilled: Codes['unfulfilled'],
): { readonly sku: string; readonly reason: UnfulfilledReason }[] {
  const skus = (warehouses[0]?.lines ?? []).flatMap(({ sku, requested_qty }, index) => {
    const shipped = warehouses.reduce((sum, { lines }) => sum + lines[index]!.ship_qty, 0);
    return shipped < requested_qty ? [sku] : [];
  });
  return unfulfilled.slice(0, skus.length).map(({ reason }, index) => ({ sku: skus[index]!, reason }));
}

function isForStock(code: UnroutableCode | null): boolean {
  return code === 'no_inventory_available' || code === 'insufficient_inventory';
}

const RELEASE =
  'release orders that no longer need their units, or add inventory, and route the order again.';

const ACTIONS: Record<Exclude<UnfulfilledReason, 'external_fulfillment'>, string> = {
  invalid_destination_zip: 'correct the destination ZIP and route the order again.',
  item_control: 'review the Item Control rules, or stock a warehouse that they admit.',
  policy_blocked: 'relax the routing rules, or stock more of it in one warehouse.',
  no_capacity: 'raise the capacity of a warehouse, or route the order again on a later day.',
  insufficient_inventory: 'add inventory and route the order again.',
};
