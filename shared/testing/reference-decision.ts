import { POLICY_RULES } from '../engine/reason-codes.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { Configuration, ItemControl, PolicyMode, PolicyRule, Settings } from '../engine/types.ts';

/**
 * A decision by the rules of docs/explanation/decisions.md, written as the text says and not for speed: it tries every
 * set of warehouses. It shares no code with the engine. So if both agree, either both are right or both misread the
 * text. It is fast enough for about six warehouses.
 */
export interface ReferenceDecision {
  readonly status: string;
  readonly quality: string;
  /** Warehouse indexes. */
  readonly ranked: readonly number[];
  /** `[line, warehouse, quantity]`. */
  readonly allocations: readonly (readonly [number, number, number])[];
  /** `[warehouse, sku, quantity]`. */
  readonly shipped: readonly (readonly [number, string, number])[];
  readonly unfulfilled: readonly {
    sku: string;
    requested_qty: number;
    unfulfilled_qty: number;
    reason: string;
  }[];
  readonly outcome: string;
  readonly warned: readonly PolicyRule[];
  readonly blocked: PolicyRule | null;
  readonly unroutable: string | null;
  readonly driver: string;
  readonly total_value_cents: number | bigint;
  readonly unvalued_skus: readonly string[];
  /** In cents. Left out without rates. */
  readonly cost?: {
    readonly shipments: readonly (number | bigint | null)[];
    readonly total: number | bigint | null;
    readonly unweighed_skus: readonly string[];
    readonly at_least: number | bigint | null;
  };
}

export interface Sku {
  readonly sku: string;
  readonly demand: number;
  readonly rules: readonly ItemControl[];
}

/** A set of warehouses, in rank order, and the units of each SKU that each ships. */
export interface Candidate {
  readonly set: readonly number[];
  readonly ships: (sku: string, warehouse: number) => number;
  readonly units: number;
}

/** Intermediate results of the rules for an order that needs a route. Warehouses are indexes. */
export interface ReferenceReading {
  /** The SKUs that warehouses route. */
  readonly routed: readonly Sku[];
  readonly available: (sku: Sku, warehouse: number) => number;
  readonly isExcluded: (sku: Sku, warehouse: number) => boolean;
  /** Whether a limit on transit days with the mode block forbids it. */
  readonly isBlockedByTransit: (sku: Sku, warehouse: number) => boolean;
  readonly isBlockedAsLate: (warehouse: number) => boolean;
  readonly isTaken: (warehouse: number) => boolean;
  /** The distribution of a set, without warehouses that a limit on transit days forbids. */
  readonly distribution: (set: readonly number[]) => Candidate;
  readonly unconstrained: Candidate;
  readonly permitted: Candidate;
  readonly nearest: Candidate;
  readonly position: (warehouse: number) => number;
  /** Whether the warehouse's shipment of a route breaks a minimum value that blocks. */
  readonly isWorthTooLittle: (route: Candidate, warehouse: number) => boolean;
}

/** Decides an order by trying everything. */
export function referenceDecision(configuration: Configuration, input: DecisionInput): ReferenceDecision {
  return readRules(configuration, input).decision;
}

/** Decides an order by trying everything, and returns the intermediate results; null: the order needs no route. */
export function readRules(
  configuration: Configuration,
  input: DecisionInput,
): { readonly decision: ReferenceDecision; readonly reading: ReferenceReading | null } {
  const { warehouses } = configuration;
  const { order, destination } = input;

  // A profile replaces whole settings, one by one; warehouse_ids is the only set it may use.
  const profile = configuration.profiles.find(
    ({ enabled, partner_id }) => enabled && partner_id === order.partner_id,
  );
  const settings: Settings = { ...configuration.settings, ...profile?.settings };
  const enabled = [...warehouses.keys()].filter((w) => warehouses[w]!.enabled);
  const candidates = enabled.filter(
    (w) => !profile?.warehouse_ids || profile.warehouse_ids.includes(warehouses[w]!.warehouse_id),
  );

  const names = [...new Set(order.lines.map(({ sku }) => sku))];
  const all: Sku[] = names.map((sku) => ({
    sku,
    demand: sum(order.lines.filter((line) => line.sku === sku).map(({ quantity }) => quantity)),
    rules: configuration.item_controls.filter((rule) => rule.sku === sku),
  }));
  const has = (sku: Sku, rule: ItemControl['rule']): boolean => sku.rules.some((each) => each.rule === rule);
  const lists = (rule: ItemControl, w: number): boolean =>
    'warehouse_ids' in rule && rule.warehouse_ids!.includes(warehouses[w]!.warehouse_id);
  const isDropShip = (sku: Sku): boolean => has(sku, 'drop_ship');
  const routed = all.filter((sku) => !isDropShip(sku));

  const none = (
    code: string,
    ranked: readonly number[],
    reason: (sku: Sku) => string,
  ): ReturnType<typeof readRules> => ({
    reading: null,
    decision: {
      status: 'NONE',
      quality: 'Unroutable',
      ranked,
      allocations: [],
      shipped: [],
      unfulfilled: all.map((sku) => ({
        sku: sku.sku,
        requested_qty: sku.demand,
        unfulfilled_qty: sku.demand,
        reason: reason(sku),
      })),
      outcome: 'clear',
      warned: [],
      blocked: null,
      unroutable: code,
      driver: code,
      total_value_cents: 0,
      unvalued_skus: [],
    },
  });
  if (destination === null) return none('invalid_destination_zip', [], () => 'invalid_destination_zip');

  // Dates and places.
  const departures = input.departures ?? null;
  const deliveryOf = (w: number): number | null => departures?.delivery[w] ?? null;
  const isTaken = (w: number): boolean => departures?.full[w] ?? false;
  const deadline = order.deliver_by == null ? null : Date.parse(order.deliver_by) / 86_400_000;
  const isLate = (w: number): boolean => deadline !== null && (deliveryOf(w) ?? Infinity) > deadline;
  const lateMode = settings.late_delivery ?? 'allow';

  // Costs, in ten-thousandths.
  const exact = (value: number): bigint => BigInt(Math.round(value * 10_000));
  const { rates, split_penalty = 0, default_unit_weight } = configuration;
  const prices = rates === undefined ? null : (destination.prices ?? null);
  const weightOf = (sku: string): number | null =>
    order.lines.find((line) => line.sku === sku && line.unit_weight != null)?.unit_weight ??
    input.unit_weights?.get(sku) ??
    default_unit_weight ??
    null;
  const weigh = (units: readonly (readonly [string, number])[]): bigint =>
    units.reduce((weight, [sku, quantity]) => weight + BigInt(quantity) * exact(weightOf(sku) ?? 0), 0n);
  const price = (w: number, weight: bigint): bigint | null => {
    const list = prices?.[w] ?? null;
    if (list === null) return null;
    const rows = list.max_weights.map((most, row) => [BigInt(most), BigInt(list.prices[row]!)] as const);
    const [largest, highest] = rows.at(-1)!;
    if (weight > largest) {
      const rest = weight - largest;
      return highest + (rest === 0n ? 0n : price(w, rest)!);
    }
    return rows.find(([most]) => weight <= most)![1];
  };
  const shipmentCost = (route: Candidate, w: number): bigint | null => {
    const units = routed.flatMap(({ sku }) => {
      const shipped = route.ships(sku, w);
      return shipped > 0 ? [[sku, shipped] as const] : [];
    });
    const priced = price(w, weigh(units));
    if (priced === null) return null;
    const { per_shipment = 0, per_line = 0, per_unit = 0 } = warehouses[w]!.handling ?? {};
    const count = BigInt(sum(units.map(([, shipped]) => shipped)));
    return exact(per_shipment) + BigInt(units.length) * exact(per_line) + count * exact(per_unit) + priced;
  };

  // Ranking.
  const wholeWeight = weigh(routed.map(({ sku, demand }) => [sku, demand] as const));
  const lane = (w: number) => destination.lanes.at(w) ?? null;
  const keys = (w: number): (number | string)[] => {
    const days = lane(w)?.transit_days ?? 0;
    const priority = warehouses[w]!.priority ?? Infinity;
    const miles = lane(w)?.distance_miles ?? Infinity;
    const first = {
      transit: [days, priority],
      priority: [priority, days],
      delivery: [deliveryOf(w) ?? Infinity, priority],
      cost: [Number(price(w, wholeWeight) ?? Infinity), priority],
    }[settings.ranking];
    return [lane(w) === null ? 1 : 0, ...first, miles, warehouses[w]!.warehouse_id];
  };
  const ranked = sorted(candidates, keys);
  if (all.some((sku) => has(sku, 'hold'))) {
    return none('item_control_hold', ranked, (sku) =>
      isDropShip(sku) ? 'external_fulfillment' : 'item_control',
    );
  }
  if (routed.length === 0) return none('external_fulfillment', ranked, () => 'external_fulfillment');

  // What is available, and what Item Control admits.
  const keptBack = (sku: Sku, w: number): number => {
    if (settings.ignore_safety_stock) return 0;
    const own = sku.rules.flatMap((rule) =>
      rule.rule === 'safety_stock' && (rule.warehouse_ids === undefined || lists(rule, w))
        ? [rule.units]
        : [],
    );
    return own.length > 0 ? Math.max(...own) : (warehouses[w]!.safety_stock ?? 0);
  };
  const available = (sku: Sku, w: number): number =>
    settings.use_inventory_availability
      ? Math.max(0, (input.availability!.get(sku.sku)?.[w] ?? 0) - keptBack(sku, w))
      : Infinity;
  const isExcluded = (sku: Sku, w: number): boolean =>
    sku.rules.some((rule) => rule.rule === 'exclude' && lists(rule, w));
  const admits = (sku: Sku, w: number): boolean => {
    if (isExcluded(sku, w)) return false;
    return sku.rules.every((rule) => {
      if (rule.rule !== 'restrict' || lists(rule, w)) return true;
      if (rule.fallback === 'block') return false;
      const listed = candidates.filter((each) => lists(rule, each) && !isExcluded(sku, each));
      return has(sku, 'do_not_split')
        ? !listed.some((each) => available(sku, each) >= sku.demand)
        : sum(listed.map((each) => available(sku, each))) < sku.demand;
    });
  };

  // The lift.
  const isPreferred = (sku: Sku, w: number): boolean =>
    sku.rules.some((rule) => rule.rule === 'prefer' && lists(rule, w));
  const isPreferredByAny = (w: number): boolean => routed.some((sku) => isPreferred(sku, w));
  const lifts = ranked.some(
    (w) => isPreferredByAny(w) && routed.every((sku) => admits(sku, w) && available(sku, w) >= sku.demand),
  );
  const order_ = lifts ? sorted(ranked, (w) => [isPreferredByAny(w) ? 0 : 1, ranked.indexOf(w)]) : ranked;
  const position = (w: number): number => order_.indexOf(w);

  // Transit limits.
  const limit = (sku: Sku): { mode: PolicyMode; days: number | null } => {
    const own = sku.rules.flatMap((rule) => (rule.rule === 'max_transit_days' ? [rule.days] : []));
    const { mode, days } = settings.max_transit_days;
    if (own.length === 0) return { mode, days };
    return { mode: mode === 'allow' ? 'block' : mode, days: Math.min(...own) };
  };
  const isSlow = (sku: Sku, w: number): boolean => {
    const { mode, days } = limit(sku);
    if (mode === 'allow') return false;
    const l = lane(w);
    return l === null || l.transit_days > days!;
  };
  const isEligible = (sku: Sku, w: number, rulesBlock: boolean): boolean =>
    admits(sku, w) &&
    !isTaken(w) &&
    !(rulesBlock && limit(sku).mode === 'block' && isSlow(sku, w)) &&
    !(rulesBlock && lateMode === 'block' && isLate(w));

  // A set's one distribution.
  const distribution = (set: readonly number[], rulesBlock: boolean): Candidate => {
    const ships = new Map<string, number>();
    for (const sku of routed) {
      const members = sorted(
        set.filter((w) => isEligible(sku, w, rulesBlock)),
        (w) => [isPreferred(sku, w) ? 0 : 1, position(w)],
      );
      const give = (w: number, units: number): void => {
        if (units > 0) ships.set(`${sku.sku}@${w}`, units);
      };
      const whole = members.find((w) => available(sku, w) >= sku.demand);
      const together = sum(members.map((w) => available(sku, w)));
      if (whole !== undefined) give(whole, sku.demand);
      else if (has(sku, 'do_not_partial') && (has(sku, 'do_not_split') || together < sku.demand)) continue;
      else if (has(sku, 'do_not_split')) {
        const [most] = sorted(members, (w) => [-available(sku, w), members.indexOf(w)]);
        if (most !== undefined) give(most, available(sku, most));
      } else {
        let left = sku.demand;
        for (const w of members) {
          const units = Math.min(left, available(sku, w));
          give(w, units);
          left -= units;
        }
      }
    }
    return {
      set,
      ships: (sku, w) => ships.get(`${sku}@${w}`) ?? 0,
      units: sum([...ships.values()]),
    };
  };
  const sets = subsets(order_);
  const routes = (rulesBlock: boolean): Candidate[] =>
    sets
      .map((set) => distribution(set, rulesBlock))
      .filter(({ set, ships }) => set.every((w) => routed.some(({ sku }) => ships(sku, w) > 0)));
  const fewest = (from: readonly Candidate[]): Candidate =>
    sorted(from, ({ set, units }) => [-units, set.length, sum(set.map(position)), ...set.map(position)])[0]!;
  const isByCost = prices !== null && settings.objective === 'lowest_cost' && settings.prefer_full_shipment;
  const cheapest = (from: readonly Candidate[]): Candidate =>
    sorted(from, (route) => {
      const { set, units } = route;
      const costs = set.map((w) => shipmentCost(route, w));
      const penalties = BigInt(Math.max(0, set.length - 1)) * exact(split_penalty);
      const priced = costs.reduce<bigint>((total, cost) => total + (cost ?? 0n), penalties);
      const unpriced = costs.filter((cost) => cost === null).length;
      const positions = set.map(position);
      return [-units, unpriced, Number(priced), set.length, sum(positions), ...positions];
    })[0]!;
  const best = (from: readonly Candidate[]): Candidate => (isByCost ? cheapest(from) : fewest(from));

  // Values.
  const allocate = (route: Candidate): [number, number, number][] => {
    const allocations: [number, number, number][] = [];
    for (const { sku } of routed) {
      const units = route.set.flatMap((w) => Array<number>(route.ships(sku, w)).fill(w));
      for (const [index, line] of order.lines.entries()) {
        if (line.sku !== sku) continue;
        const taken = units.splice(0, line.quantity);
        for (const w of route.set) {
          const quantity = taken.filter((each) => each === w).length;
          if (quantity > 0) allocations.push([index, w, quantity]);
        }
      }
    }
    return sorted(allocations, ([line, w]) => [line, position(w)]);
  };
  const unitValue = (line: number): number | undefined =>
    order.lines[line]!.unit_value ?? input.unit_values.get(order.lines[line]!.sku);
  const worth = (route: Candidate, warehouse: number | null): bigint =>
    allocate(route)
      .filter(([, w]) => warehouse === null || w === warehouse)
      .reduce(
        (total, [line, , quantity]) =>
          total + BigInt(quantity) * BigInt(Math.round((unitValue(line) ?? 0) * 10_000)),
        0n,
      );

  // Policies.
  const demanded = sum(routed.map(({ demand }) => demand));
  const isFull = (route: Candidate): boolean => route.set.length === 1 && route.units === demanded;
  const readings: Readonly<Record<PolicyRule, (route: Candidate, mode: PolicyMode) => boolean>> = {
    late_delivery: (route, mode) => lateMode === mode && route.set.some(isLate),
    max_transit_days: (route, mode) =>
      routed.some((sku) =>
        route.set.some((w) => route.ships(sku.sku, w) > 0 && limit(sku).mode === mode && isSlow(sku, w)),
      ),
    split_shipment: (route, mode) =>
      (settings.split_shipment === mode && route.set.length > 1) ||
      (mode === 'block' && settings.max_shipments !== null && route.set.length > settings.max_shipments),
    partial_shipment: (route, mode) => settings.partial_shipment === mode && route.units < demanded,
    minimum_shipment_value: (route, mode) => {
      const { mode: own, value } = settings.minimum_shipment_value;
      if (own !== mode || isFull(route)) return false;
      return route.set.some((w) => worth(route, w) < BigInt(Math.round(value! * 10_000)));
    },
  };
  const breaks = (route: Candidate, rule: PolicyRule, mode: PolicyMode): boolean =>
    route.units > 0 && readings[rule](route, mode);
  const isPermitted = (route: Candidate): boolean =>
    !POLICY_RULES.some((rule) => breaks(route, rule, 'block'));

  // Nearest first: down the ranking.
  const nearest = (rulesBlock: boolean): Candidate => {
    const ships = new Map<string, number>();
    for (const sku of routed) {
      const eligible = order_.filter((w) => isEligible(sku, w, rulesBlock));
      const given: [number, number][] = [];
      if (has(sku, 'do_not_split')) {
        const whole = eligible.find((w) => available(sku, w) >= sku.demand);
        const [most] = sorted(eligible, (w) => [-available(sku, w), position(w)]);
        if (whole !== undefined) given.push([whole, sku.demand]);
        else if (most !== undefined) given.push([most, available(sku, most)]);
      } else {
        let needed = sku.demand;
        for (const w of eligible) {
          const units = Math.min(needed, available(sku, w));
          given.push([w, units]);
          needed -= units;
        }
      }
      const all = sum(given.map(([, units]) => units)) === sku.demand;
      if (has(sku, 'do_not_partial') && !all) continue;
      for (const [w, units] of given) if (units > 0) ships.set(`${sku.sku}@${w}`, units);
    }
    const of = (sku: string, w: number): number => ships.get(`${sku}@${w}`) ?? 0;
    const set = order_.filter((w) => routed.some(({ sku }) => of(sku, w) > 0));
    return { set, ships: of, units: sum([...ships.values()]) };
  };

  let unconstrained: Candidate;
  let permitted: Candidate;
  if (settings.prefer_full_shipment) {
    unconstrained = best(routes(false));
    permitted = best(routes(true).filter(isPermitted));
  } else {
    unconstrained = nearest(false);
    const near = nearest(true);
    permitted = isPermitted(near) ? near : best(routes(true).filter(isPermitted));
  }
  const fewestRoute = isByCost ? fewest(routes(true).filter(isPermitted)) : permitted;
  const isSame = routed.every(({ sku }) =>
    order_.every((w) => unconstrained.ships(sku, w) === permitted.ships(sku, w)),
  );
  const blocked = isSame ? null : (POLICY_RULES.find((rule) => breaks(unconstrained, rule, 'block')) ?? null);
  if (!isSame && blocked === null && !isByCost) throw new Error('the text leaves this case without a code');
  const warned = POLICY_RULES.filter((rule) => breaks(permitted, rule, 'warn'));

  // The unconstrained route if every place were free.
  const onFreePlaces =
    departures?.free == null
      ? null
      : readRules(configuration, { ...input, departures: departures.free }).reading!.unconstrained;

  // Codes.
  const wholeRest = permitted.units === demanded;
  const isWhole = wholeRest && routed.length === all.length;
  const { length } = permitted.set;
  const status =
    length === 0
      ? 'NONE'
      : length === 1
        ? isWhole
          ? 'FULL'
          : 'PARTIAL'
        : isWhole
          ? 'SPLIT'
          : 'PARTIAL_SPLIT';
  const quality =
    status === 'NONE'
      ? 'Unroutable'
      : length > 1
        ? 'Split'
        : status === 'FULL' && permitted.set[0] === order_[0]
          ? 'Optimal'
          : 'Suboptimal';
  const unitsAt = (from: readonly number[], admitted: boolean): boolean =>
    routed.some((sku) => from.some((w) => available(sku, w) > 0 && (!admitted || admits(sku, w))));
  const unroutable = (): string => {
    if (enabled.length === 0) return 'no_enabled_warehouse';
    if (!unitsAt(enabled, false)) return 'no_inventory_available';
    if (!unitsAt(enabled, true)) return 'item_control_restricted';
    if (!unitsAt(candidates, true)) return 'no_eligible_warehouse';
    if (unconstrained.units === 0 && (onFreePlaces?.units ?? 0) > 0) return 'no_capacity';
    if (blocked !== null && unconstrained.units > 0) return `${blocked}_blocked`;
    return 'insufficient_inventory';
  };
  const code = status === 'NONE' ? unroutable() : null;
  const shippedOf = (route: Candidate, sku: Sku): number =>
    sum(route.set.map((w) => route.ships(sku.sku, w)));
  const reasonOf = (sku: Sku): string => {
    if (isDropShip(sku)) return 'external_fulfillment';
    if (enabled.some((w) => available(sku, w) > 0 && !admits(sku, w))) return 'item_control';
    const shipped = shippedOf(permitted, sku);
    if (shippedOf(unconstrained, sku) > shipped) return 'policy_blocked';
    return onFreePlaces !== null && shippedOf(onFreePlaces, sku) > shipped
      ? 'no_capacity'
      : 'insufficient_inventory';
  };
  const first = order_[0]!;
  const driver = (): string => {
    if (code === 'no_inventory_available' || code === 'insufficient_inventory') return 'no_inventory';
    if (code?.endsWith('_blocked')) return 'policy_blocked';
    if (code === 'no_capacity') return 'no_capacity';
    if (code !== null) return 'no_eligible_warehouse';
    if (!settings.use_inventory_availability) return 'routing_only_recommended';
    if (status === 'FULL' && permitted.set[0] === first) return 'optimal_preferred_full';
    if (first !== ranked[0]) return 'item_control_preferred';
    if (status === 'PARTIAL' || status === 'PARTIAL_SPLIT') return 'partial_short';
    if (permitted.set.join() !== fewestRoute.set.join()) return 'lowest_cost';
    if (status === 'SPLIT') return 'split_required';
    if (routed.some((sku) => !admits(sku, first))) return 'preferred_restricted';
    if (lateMode === 'block' && isLate(first)) return 'preferred_too_late';
    if (routed.some((sku) => limit(sku).mode === 'block' && isSlow(sku, first))) return 'preferred_too_slow';
    if (isTaken(first)) return 'preferred_no_capacity';
    const { mode, value } = settings.minimum_shipment_value;
    if (
      mode === 'block' &&
      !isFull(unconstrained) &&
      unconstrained.set.includes(first) &&
      worth(unconstrained, first) < BigInt(Math.round(value! * 10_000))
    ) {
      return 'preferred_below_minimum_value';
    }
    return 'preferred_short';
  };
  const allocations = allocate(permitted);
  const shipmentCosts = permitted.set.map((w) => shipmentCost(permitted, w));
  const halfUp = (cost: bigint) => asNumberIfSafe((cost + 50n) / 100n);
  const total = shipmentCosts.some((cost) => cost === null)
    ? null
    : halfUp(shipmentCosts.reduce<bigint>((all_, cost) => all_ + cost!, 0n));
  const decision: ReferenceDecision = {
    status,
    quality,
    ranked: order_,
    allocations,
    shipped: permitted.set.flatMap((w) =>
      routed.flatMap(({ sku }) =>
        permitted.ships(sku, w) > 0 ? [[w, sku, permitted.ships(sku, w)] as const] : [],
      ),
    ),
    unfulfilled: all
      .map((sku) => ({
        sku: sku.sku,
        requested_qty: sku.demand,
        unfulfilled_qty: sku.demand - shippedOf(permitted, sku),
        reason: reasonOf(sku),
      }))
      .filter(({ unfulfilled_qty }) => unfulfilled_qty > 0),
    outcome: blocked !== null && status === 'NONE' ? 'blocked' : warned.length > 0 ? 'warned' : 'clear',
    warned,
    blocked,
    unroutable: code,
    driver: driver(),
    total_value_cents: asNumberIfSafe((worth(permitted, null) + 50n) / 100n),
    unvalued_skus: [
      ...new Set(
        allocations.filter(([line]) => unitValue(line) === undefined).map(([line]) => order.lines[line]!.sku),
      ),
    ],
    ...(prices !== null && {
      cost: {
        shipments: shipmentCosts.map((cost) => (cost === null ? null : halfUp(cost))),
        total,
        unweighed_skus: routed
          .filter((sku) => shippedOf(permitted, sku) > 0 && weightOf(sku.sku) === null)
          .map(({ sku }) => sku),
        at_least: null,
      },
    }),
  };
  const reading: ReferenceReading = {
    routed,
    available,
    isExcluded,
    isBlockedByTransit: (sku, w) => limit(sku).mode === 'block' && isSlow(sku, w),
    isBlockedAsLate: (w) => lateMode === 'block' && isLate(w),
    isTaken,
    distribution: (set) => distribution(set, true),
    unconstrained,
    permitted,
    nearest: nearest(true),
    position,
    isWorthTooLittle: (route, w) => {
      const { mode, value } = settings.minimum_shipment_value;
      if (mode !== 'block' || isFull(route) || !route.set.includes(w)) return false;
      return worth(route, w) < BigInt(Math.round(value! * 10_000));
    },
  };
  return { decision, reading };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** All sub-lists, each in the list's order, the empty one first. */
function subsets(list: readonly number[]): number[][] {
  let sets: number[][] = [[]];
  for (const each of list) sets = sets.concat(sets.map((set) => [...set, each]));
  return sets;
}

/** Sorted by keys compared one after another, ascending; a shorter list of equal keys goes first. */
function sorted<Item>(items: readonly Item[], keys: (item: Item) => readonly (number | string)[]): Item[] {
  return [...items].sort((left, right) => {
    const a = keys(left);
    const b = keys(right);
    const at = a.findIndex((key, index) => key !== b[index]);
    if (at < 0) return a.length - b.length;
    return b[at] === undefined || a[at]! > b[at]! ? 1 : -1;
  });
}

function asNumberIfSafe(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
