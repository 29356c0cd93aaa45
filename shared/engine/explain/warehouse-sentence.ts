import { named, transitDays, units } from '../wording.ts';
import { BARS, type Bar, type ExplainedLine, type ExplainedWarehouse } from './explanation.ts';

/** What a sentence on a warehouse is made from. It names only numbers and names that are fields of this. */
export type WarehouseFacts = Omit<ExplainedWarehouse, 'sentence'>;

/** The outcome for a candidate and why, in one sentence. A late one delivers after the order's deliver_by. */
export function warehouseSentence(facts: WarehouseFacts, late = false): string {
  const lateness = late && facts.verdict !== 'too_late' ? `; it ${lateClause(facts)}` : '';
  return `${facts.warehouse_name} ${warehouseClause(facts)}${lateness}.`;
}

function lateClause({ delivery_date = null }: WarehouseFacts): string {
  return delivery_date === null
    ? 'has no delivery date, and so is too late for the order'
    : `delivers on ${delivery_date}, too late for the order`;
}

/** The same without the warehouse's name and the full stop. */
export function warehouseClause(facts: WarehouseFacts): string {
  const { verdict, transit_days, could_ship_units } = facts;
  switch (verdict) {
    case 'ships_all':
      return shipsClause(facts);
    case 'ships_part':
      return withReason(shipsClause(facts), '; ', lackClause(facts));
    case 'barred':
      return `may not ship: ${phrases(barPhrases(facts.lines))}`;
    case 'too_late':
      return lateClause(facts);
    case 'full':
      return 'is at capacity';
    case 'too_slow':
      return transit_days === null
        ? 'has no transit lane, and so is slower than the limit allows'
        : `takes ${transitDays(transit_days)}, more than the limit allows`;
    case 'no_stock':
      return `cannot ship: ${lackClause(facts)}`;
    case 'below_minimum_value':
      return 'is left out: its shipment would be worth less than the minimum shipment value';
    case 'short':
      return withReason(`could ship ${units(could_ship_units ?? 0)} alone`, ': ', lackClause(facts));
    case 'not_needed':
      return could_ship_units === null
        ? 'is not needed, as the preferred warehouse ships the whole order'
        : `could ship ${units(could_ship_units)} alone and is not needed`;
    case null:
      return 'was not chosen, and what it had then was not kept';
  }
}

/** `ships 2 of 3 units of A and 1 unit of B in 2 transit days`. */
export function shipsClause({
  lines,
  transit_days,
  ship_date = null,
  delivery_date = null,
}: WarehouseFacts): string {
  const shipped = lines
    .filter(({ ship_qty }) => ship_qty > 0)
    .map(({ sku, ship_qty, requested_qty }) =>
      ship_qty < requested_qty
        ? `${ship_qty} of ${units(requested_qty)} of ${sku}`
        : `${units(ship_qty)} of ${sku}`,
    );
  const leaves = ship_date === null ? '' : `, leaving on ${ship_date}`;
  const arrives = delivery_date === null ? '' : ` and arriving on ${delivery_date}`;
  return `ships ${named(shipped)}${transit_days === null ? '' : ` in ${transitDays(transit_days)}`}${leaves}${arrives}`;
}

/** Why a warehouse cannot ship the whole order: what it lacks, and what it may not ship. */
export function lackClause({ lines }: WarehouseFacts): string {
  const lacking = lines.flatMap((line) => lackPhrase(line) ?? []);
  return phrases([...lacking, ...barPhrases(lines.filter(({ barred_by }) => barred_by !== 'drop_ship'))]);
}

/** What an order lacks of a SKU at a warehouse that may ship it; null if nothing, or if that is not known. */
function lackPhrase({
  sku,
  requested_qty,
  available_qty,
  reserved_qty,
  safety_qty,
  barred_by,
}: ExplainedLine): string | null {
  if (barred_by !== null || available_qty === null || available_qty >= requested_qty) return null;
  const reserved = reserved_qty ? `, with ${units(reserved_qty)} reserved by earlier orders` : '';
  const keptBack = safety_qty ? `, with ${units(safety_qty)} kept back as safety stock` : '';
  if (available_qty > 0) {
    const are = available_qty === 1 ? 'is' : 'are';
    return `only ${available_qty} of ${units(requested_qty)} of ${sku} ${are} available${reserved}${keptBack}`;
  }
  if (safety_qty) {
    const others = reserved_qty ? ` and ${units(reserved_qty)} reserved by earlier orders` : '';
    return `of ${sku} ${units(safety_qty)} kept back as safety stock${others}`;
  }
  if (!reserved_qty) return `no ${sku} is in stock`;
  return reserved_qty === 1
    ? `1 unit of ${sku} is reserved by earlier orders`
    : `all ${units(reserved_qty)} of ${sku} are reserved by earlier orders`;
}

const BAR_PHRASES: Record<Bar, (skus: string) => string> = {
  drop_ship: (skus) => `a vendor ships ${skus}`,
  hold: () => 'the order is on hold',
  restrict: (skus) => `Item Control restricts ${skus} to other warehouses`,
  exclude: (skus) => `Item Control excludes this warehouse for ${skus}`,
  late_delivery: () => 'too late for the order',
  max_transit_days: (skus) => `too slow for ${skus}`,
  capacity: () => 'it is at capacity',
};

/** One phrase a reason, with its SKUs. */
function barPhrases(lines: readonly ExplainedLine[]): string[] {
  return BARS.flatMap((bar) => {
    const skus = lines.filter(({ barred_by }) => barred_by === bar).map(({ sku }) => sku);
    return skus.length === 0 ? [] : [BAR_PHRASES[bar](named(skus))];
  });
}

/** Phrases joined together; of many, only the first are listed. */
function phrases(all: readonly string[]): string {
  const shown = all.slice(0, MAX_PHRASES);
  return [...shown, ...(all.length > shown.length ? ['and more'] : [])].join('; ');
}

const MAX_PHRASES = 4;

function withReason(clause: string, mark: string, reason: string): string {
  return reason === '' ? clause : clause + mark + reason;
}
