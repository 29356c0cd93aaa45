import type { CompiledConfiguration } from '../compile.ts';
import { type Cents, toCents } from '../money.ts';
import { NOTHING, type Route } from '../route.ts';
import { leftOutReason } from '../rules/candidates.ts';
import type { SkuDemand } from '../rules/demand.ts';
import { type Departures, dayNumber, dayTextOf, isFullAt, isLate } from '../rules/departures.ts';
import { bindingRestrictions } from '../rules/item-rules.ts';
import { compareCosts, routeCost, shipmentCosts, totalCost } from '../rules/order-costs.ts';
import { shipsTooLittle } from '../rules/policies/minimum-shipment-value.ts';
import { BARRING_RULES, type BarringRule, barringRule } from '../rules/policies.ts';
import { prepareOrder } from '../rules/prepare-order.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { unitsAt } from '../rules/stock.ts';
import { bestSingle } from '../search/best-limited.ts';
import { type Choice, chooseCheapest, chooseFewest, chooseRoute, isByCost } from '../search/choose-route.ts';
import { distribute } from '../search/distribute.ts';
import { orderEffort } from '../search/order-effort.ts';
import { type Supply, suppliesOf } from '../search/supply.ts';
import type {
  Availability,
  BatchImprovement,
  Decision,
  Destination,
  Lane,
  Order,
  UnitValues,
  UnitWeights,
} from '../types.ts';
import { VERDICTS, type Verdict, type VerdictCounts } from '../verdicts.ts';
import { alternativesTo } from './alternatives.ts';
import { batchSentence } from './batch-sentence.ts';
import { summaryOf } from './explain-summary.ts';
import type { Bar, ExplainedLine, ExplainedWarehouse, Explanation, LeftOutWarehouse } from './explanation.ts';
import { rankAt } from './rank-at.ts';
import { warehouseSentence } from './warehouse-sentence.ts';

/** The units that an order could have when it was decided, per SKU, by warehouse index. */
export interface StockEvidence {
  readonly available: Availability;
  /** What others had reserved then. */
  readonly reserved: Availability;
}

/** What a decision was made from, as far as it is known. */
export interface Evidence {
  readonly order: Order;
  /** Null if the destination ZIP is invalid, or if the lanes were not stored. */
  readonly destination: Destination | null;
  /** Null in routing-only mode, and if it was not stored. */
  readonly stock: StockEvidence | null;
  readonly unit_values: UnitValues;
  /** Null: no enabled warehouse has a calendar or a capacity, or it was not stored. */
  readonly departures?: Departures | null;
  readonly unit_weights?: UnitWeights;
  /** False for a decision from before the service stored what decisions see. */
  readonly stock_as_seen: boolean;
}

/**
 * Explains a decision from its evidence: the outcome for each candidate, why, and which routes were not taken. Pure:
 * nothing is read from elsewhere.
 */
export function explain(
  compiled: CompiledConfiguration,
  decision: Decision,
  evidence: Evidence,
): Explanation {
  const view = viewOf(compiled, decision, evidence);
  const { not_listed } = decision;
  const warehouses = decision.ranked.map((_, position) => explainWarehouse(view, position));
  const facts = {
    status: decision.status,
    stock_as_seen: evidence.stock_as_seen,
    search_complete: !decision.budget_exhausted,
    ...(decision.at_least_shipments !== null && { at_least_shipments: decision.at_least_shipments }),
    ...(view.isPriced && { at_least_cost: decision.cost?.at_least ?? null }),
    reroute: evidence.order.reroute ?? null,
    ...(view.dates !== null && { deliver_by: evidence.order.deliver_by ?? null }),
    warehouses,
    ...(not_listed && {
      warehouses_not_listed: { count: not_listed.count, by_verdict: not_listed.by_verdict },
    }),
    left_out: leftOut(compiled, decision, evidence),
    alternatives: alternativesOf(view),
    ...(decision.improvement && { optimization: optimizationOf(compiled, decision, decision.improvement) }),
  };
  const { status, ...rest } = facts;
  return { status, summary: summaryOf(facts, decision), ...rest };
}

function optimizationOf(
  { configuration }: CompiledConfiguration,
  decision: Decision,
  improvement: BatchImprovement,
): NonNullable<Explanation['optimization']> {
  const { warehouses, days } = improvement;
  return {
    alone: {
      warehouse_ids: warehouses.map((warehouse) => configuration.warehouses[warehouse]!.warehouse_id),
      shipments: warehouses.length,
      days,
    },
    sentence: batchSentence(configuration, decision, improvement),
  };
}

/** How many candidates there are of each verdict, at these places of the decision's ranking. */
export function verdictCounts(
  compiled: CompiledConfiguration,
  decision: Decision,
  evidence: Evidence,
  positions: readonly number[],
): VerdictCounts {
  const view = viewOf(compiled, decision, evidence);
  const counts = new Map<Verdict, number>();
  for (const position of positions) {
    const verdict = verdictAt(view, position, linesAt(view, position), couldShip(view, position))!;
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  const named = VERDICTS.filter((verdict) => counts.has(verdict));
  return Object.fromEntries(named.map((verdict) => [verdict, counts.get(verdict)!]));
}

/** A decision and its evidence. */
interface View {
  readonly compiled: CompiledConfiguration;
  readonly decision: Decision;
  readonly evidence: Evidence;
  readonly requested: readonly SkuDemand[];
  /** Null: answers have no dates. */
  readonly dates: Departures | null;
  /** Whether the account has rates: explanations have the members for costs then, which may be null. */
  readonly isPriced: boolean;
  /** Of which some part ships; null: no route was sought. */
  readonly order: RoutedOrder | null;
  /** Why no warehouse may ship any line, if no route was sought. */
  readonly barsAll: Bar | null;
  /** Whether all shipped from rank 1. What the other warehouses had is then not stored. */
  readonly isFullFromFirst: boolean;
  /** What the search for a route saw; null if that is not known. */
  readonly search: SearchView | null;
  /** The units of the SKUs that warehouses route. */
  readonly units: number;
}

interface SearchView {
  readonly order: RoutedOrder;
  /** Without what is late, slow or full. */
  readonly supplies: readonly Supply[];
  readonly chosen: Route;
  /** It may take a search to find it. */
  readonly unconstrained: () => Route;
}

const NO_STOCK: Availability = new Map();
const UNKNOWN_LANES: Destination = { zip: '', lanes: [] };

function viewOf(compiled: CompiledConfiguration, decision: Decision, evidence: Evidence): View {
  const { order, destination, stock, unit_values, departures = null, unit_weights } = evidence;
  const prepared = prepareOrder(compiled, {
    order,
    destination: destination ?? UNKNOWN_LANES,
    availability: stock?.available ?? NO_STOCK,
    unit_values,
    departures,
    ...(unit_weights && { unit_weights }),
  });
  const isFullFromFirst =
    decision.status === 'FULL' &&
    decision.shipments[0]!.warehouse === decision.ranked[0] &&
    !(prepared.unsought === null && isByCost(prepared.routed));
  const dates = departures?.hasCalendar ? departures : null;
  const isPriced = compiled.configuration.rates !== undefined;
  const { requested } = prepared;
  const view = { compiled, decision, evidence, requested, dates, isPriced, isFullFromFirst };
  if (prepared.unsought !== null) {
    const barsAll = prepared.unsought === 'item_control_hold' ? 'hold' : 'drop_ship';
    return { ...view, order: null, barsAll, search: null, units: 0 };
  }
  const { units } = prepared.routed;
  // The decision has the ranking that was used.
  const routed = { ...prepared.routed, ranked: decision.ranked };
  const isKnown =
    evidence.stock_as_seen &&
    destination !== null &&
    (stock !== null || !prepared.routed.profile.settings.use_inventory_availability);
  const search = isKnown && !isFullFromFirst ? searchView(routed, decision) : null;
  return { ...view, order: routed, barsAll: null, search, units };
}

function searchView(order: RoutedOrder, decision: Decision): SearchView {
  const chosen = routeOfDecision(order, decision);
  // A route that no rule blocks is the unconstrained one, unless costs are compared.
  const isChosen = decision.policy.blocked === null && !isByCost(order);
  let found: Route | null = isChosen ? chosen : null;
  const unconstrained = () => {
    found ??= chooseRoute(order, orderEffort()).unconstrained;
    return found;
  };
  return { order, supplies: suppliesOf(order, true), chosen, unconstrained };
}

/** The permitted routes under the objectives; null: the account has no rates. */
function routesByObjective({ order, chosen }: SearchView): { cheapest: Route | null; fewest: Route | null } {
  const { costs, profile } = order;
  if (costs === null) return { cheapest: null, fewest: null };
  if (isByCost(order)) return { cheapest: chosen, fewest: permitted(chooseFewest(order, orderEffort())) };
  const isFewest = profile.settings.prefer_full_shipment;
  // The route that is nearest first is neither.
  const settings = { ...profile.settings, prefer_full_shipment: true };
  const compared = { ...order, profile: { ...profile, settings } };
  return {
    cheapest: permitted(chooseCheapest(compared, costs, orderEffort())),
    fewest: isFewest ? chosen : permitted(chooseFewest(compared, orderEffort())),
  };
}

function permitted(choice: Choice): Route {
  return choice.permitted;
}

function explainWarehouse(view: View, position: number): ExplainedWarehouse {
  const { compiled, decision, evidence } = view;
  const warehouse = decision.ranked[position]!;
  const { warehouse_id, warehouse_name } = compiled.configuration.warehouses[warehouse]!;
  const lane = evidence.destination?.lanes.at(warehouse) ?? null;
  const shipment = decision.shipments.find((each) => each.warehouse === warehouse);
  const lines = linesAt(view, position);
  const could_ship_units = couldShip(view, position);
  const facts = {
    rank: rankAt(decision, position),
    warehouse_id,
    warehouse_name,
    transit_days: lane?.transit_days ?? null,
    distance_miles: lane?.distance_miles ?? null,
    lane_source: lane?.source ?? null,
    ...(view.dates !== null && {
      ship_date: dayTextOf(view.dates.ship[warehouse]),
      delivery_date: dayTextOf(view.dates.delivery[warehouse]),
    }),
    chosen: shipment !== undefined,
    verdict: verdictAt(view, position, lines, could_ship_units),
    could_ship_units,
    ...(view.isPriced && { cost_alone: costAlone(view, position) }),
  };
  const deliverBy = view.dates === null ? null : (evidence.order.deliver_by ?? null);
  const late = deliverBy !== null && isLate(view.dates, warehouse, dayNumber(deliverBy));
  return { ...facts, sentence: warehouseSentence({ ...facts, lines }, late), lines };
}

function linesAt(view: View, position: number): ExplainedLine[] {
  const warehouse = view.decision.ranked[position]!;
  const shipment = view.decision.shipments.find((each) => each.warehouse === warehouse);
  return view.requested.map((demand) => {
    const shipped = shipment?.lines.find(({ sku }) => sku === demand.sku);
    return explainLine(view, demand, warehouse, shipped?.ship_qty ?? 0);
  });
}

function explainLine(view: View, demand: SkuDemand, warehouse: number, ship_qty: number): ExplainedLine {
  const { evidence, search, barsAll, isFullFromFirst } = view;
  const { sku, quantity, rules, stock } = demand;
  const isSeen = search !== null && evidence.stock !== null && !rules?.dropShip;
  const lane = evidence.destination === null ? undefined : evidence.destination.lanes.at(warehouse);
  const bar = isFullFromFirst ? null : barOf(view, demand, warehouse, lane);
  const left = isSeen ? (evidence.stock.available.get(sku)?.[warehouse] ?? 0) : null;
  const available_qty = left === null ? null : Math.min(left, unitsAt(stock, warehouse, left));
  return {
    sku,
    requested_qty: quantity,
    available_qty,
    reserved_qty: isSeen ? (evidence.stock.reserved.get(sku)?.[warehouse] ?? 0) : null,
    ...(view.compiled.safety !== null && { safety_qty: left === null ? null : left - available_qty! }),
    ship_qty,
    barred_by: barsAll ?? bar,
  };
}

/**
 * The first reason why a warehouse may not ship a SKU; null if it may. `lane` is undefined if it is not known: then no
 * limit on transit days applies.
 */
function barOf(
  { decision, order }: View,
  demand: SkuDemand,
  warehouse: number,
  lane: Lane | null | undefined,
): Bar | null {
  const { rules, quantity, stock } = demand;
  if (rules !== null) {
    if (rules.dropShip) return 'drop_ship';
    if (rules.hold) return 'hold';
    const binding = bindingRestrictions(rules, quantity, stock, decision.ranked);
    if (binding.some(({ listed }) => listed[warehouse] !== 1)) return 'restrict';
    if (rules.excluded?.[warehouse] === 1) return 'exclude';
  }
  if (order === null) return null;
  const rule = barringRule(order, demand, warehouse);
  if (rule !== null && (lane !== undefined || rule !== 'max_transit_days')) return rule;
  return isFullAt(order, warehouse) ? 'capacity' : null;
}

/** The units that a candidate would ship alone; null if that is not known. */
function couldShip({ search, isFullFromFirst, evidence, units }: View, position: number): number | null {
  if (search !== null) return distribute(search.supplies, [position]).units;
  return isFullFromFirst && evidence.stock_as_seen && position === 0 ? units : null;
}

/** What a candidate's shipment would cost if it shipped alone, in cents; null: nothing, unpriced, or not known. */
function costAlone({ search }: View, position: number): Cents | null {
  const { costs } = search?.order ?? { costs: null };
  if (search === null || costs === null) return null;
  const alone = distribute(search.supplies, [position]);
  const [cost = null] = shipmentCosts(costs, search.order.ranked, alone);
  return cost && toCents(cost);
}

/** What bars every SKU, in the order in which it is looked for. */
const BAR_VERDICTS: Readonly<Record<BarringRule | 'capacity', Verdict>> = {
  late_delivery: 'too_late',
  max_transit_days: 'too_slow',
  capacity: 'full',
};

/** The first verdict that holds for a candidate; null if its stock was not stored. */
function verdictAt(
  { isFullFromFirst, barsAll, search, units }: View,
  position: number,
  lines: readonly ExplainedLine[],
  couldShipUnits: number | null,
): Verdict | null {
  if (barsAll !== null) return 'barred';
  const shipped = lines.reduce((sum, { ship_qty }) => sum + ship_qty, 0);
  if (shipped > 0) return shipped === units ? 'ships_all' : 'ships_part';
  if (isFullFromFirst) return 'not_needed';
  const shippable = lines.filter(({ barred_by }) => barred_by !== 'drop_ship');
  const open = shippable.filter(({ barred_by }) => barred_by === null);
  if (open.length === 0) {
    const bars = shippable.map(({ barred_by }) => barred_by);
    if (bars.some((bar) => bar === 'restrict' || bar === 'exclude')) return 'barred';
    const first = [...BARRING_RULES, 'capacity' as const].find((bar) => bars.includes(bar));
    return first === undefined ? 'barred' : BAR_VERDICTS[first];
  }
  if (search === null) return null;
  if (open.every(({ available_qty }) => available_qty === 0)) return 'no_stock';
  if (shipsTooLittle(search.order, search.unconstrained, position)) return 'below_minimum_value';
  return couldShipUnits! < units ? 'short' : 'not_needed';
}

function alternativesOf({ compiled, search, decision }: View): Explanation['alternatives'] {
  if (search === null) return [];
  const { order, supplies, chosen } = search;
  const single = bestAlone(order, supplies);
  const idOf = (position: number) => compiled.configuration.warehouses[order.ranked[position]!]!.warehouse_id;
  const { costs } = order;
  const costOf = costs && ((route: Route) => totalCost(costs, order.ranked, route));
  const blocked = decision.policy.blocked?.rule ?? null;
  return alternativesTo(
    chosen,
    { supplies, single, unconstrained: search.unconstrained(), ...routesByObjective(search) },
    { blocked, idOf, costOf },
  );
}

/** The best route of one warehouse by the order's objective. */
function bestAlone(order: RoutedOrder, supplies: readonly Supply[]): Route {
  const { costs, ranked } = order;
  if (costs === null || !isByCost(order)) {
    return bestSingle(supplies, ranked.length, { units: 0, judge: null });
  }
  const costOf = (route: Route) => routeCost(costs, ranked, route);
  return ranked
    .map((_, position) => distribute(supplies, [position]))
    .reduce((best, route) => {
      if (route.units !== best.units) return route.units > best.units ? route : best;
      return compareCosts(costOf(route), costOf(best)) < 0 ? route : best;
    }, NOTHING);
}

/** The client's warehouses that are no candidates. An order with an invalid ZIP has no candidates, and leaves out none for that reason. */
function leftOut(
  { configuration }: CompiledConfiguration,
  { profile, ranked }: Decision,
  { order: { reroute } }: Evidence,
): LeftOutWarehouse[] {
  const only = profile === null ? null : configuration.profiles[profile]!.warehouse_ids;
  return configuration.warehouses.flatMap((warehouse, index) => {
    const because = ranked.includes(index) ? null : leftOutReason({ warehouse, only, reroute });
    const { warehouse_id, warehouse_name } = warehouse;
    return because === null ? [] : { warehouse_id, warehouse_name, because };
  });
}
