import { recommendedAction } from '../engine/explain/recommended-action.ts';
import { driverSentence, reasonSentence, unroutableSentence } from '../engine/explain/sentences.ts';
import type { Cents } from '../engine/money.ts';
import { arrivalDay, dayTextOf, hasCalendar } from '../engine/rules/departures.ts';
import type {
  Configuration,
  Decision,
  LineAllocation,
  Shipment,
  ShipmentDays,
  SkuUnits,
  Warehouse,
} from '../engine/types.ts';
import { UNROUTABLE } from '../engine/unroutable.ts';
import {
  array,
  code,
  codeOrNull,
  type Fields,
  type Form,
  flag,
  integer,
  integerOrNull,
  json,
  type Members,
  members,
  object,
  preEncoded,
  preEncodedOrNull,
  text,
  textOrNull,
  when,
  writerOf,
} from '../foundation/json-form.ts';
import { ownBytes } from '../foundation/utf8-writer.ts';
import { amountOrNullForm } from './amounts.ts';
import type { PresentableOrder } from './routed-run.ts';

// The fields of an order result that both contract variants share.

/** What an order result is written from. */
export interface ResultSource extends PresentableOrder {
  readonly configuration: Configuration;
}

/** What is prepared once for all answers under a configuration. */
export interface ResultContext {
  /** The JSON of each warehouse reference, by warehouse index. */
  readonly references: readonly Uint8Array[];
  /** Whether results have dates. */
  readonly isDated: boolean;
  /** Whether they have costs. */
  readonly isPriced: boolean;
}

/** What results under a configuration have. */
export function shownUnder(configuration: Configuration): Pick<ResultContext, 'isDated' | 'isPriced'> {
  return { isDated: hasCalendar(configuration), isPriced: configuration.rates !== undefined };
}

const NO_DAYS: ShipmentDays = { ship_day: null, delivery_day: null };

/** Something that leaves a warehouse, with its days. */
export type Dated<T> = T & { readonly days?: ShipmentDays };

/** A shipment with its days, and what it costs in cents (null: it is unpriced). */
export type FullShipment = Dated<Shipment> & { readonly cost?: Cents | null };

/** The shipments of a decision, with their days and costs if it has any. */
export function fullShipments({
  decision: { days, cost, shipments },
}: ResultSource): readonly FullShipment[] {
  if (days === undefined && cost === undefined) return shipments;
  return shipments.map(({ warehouse, lines }, index) => ({
    warehouse,
    lines,
    days: days?.[index] ?? NO_DAYS,
    cost: cost?.shipments[index] ?? null,
  }));
}

/** Its allocations, each with the days of its shipment. */
export function datedAllocations({
  decision: { days, shipments, allocations },
}: ResultSource): readonly Dated<LineAllocation>[] {
  if (days === undefined) return allocations;
  return allocations.map((allocation) => {
    const index = shipments.findIndex(({ warehouse }) => warehouse === allocation.warehouse);
    const { line, warehouse, quantity } = allocation;
    return { line, warehouse, quantity, days: days[index] ?? NO_DAYS };
  });
}

/** When something leaves and arrives. */
export const daysFields = when<Dated<unknown>, ResultContext>((_, { isDated }) => isDated, {
  ship_date: codeOrNull(({ days }) => dayTextOf(days?.ship_day)),
  delivery_date: codeOrNull(({ days }) => dayTextOf(days?.delivery_day)),
});

/** When all of an order has arrived. */
export const arrivalField = when<ResultSource, ResultContext>((_, { isDated }) => isDated, {
  delivery_date: codeOrNull(({ decision }) => dayTextOf(arrivalDay(decision.days))),
});

/** What a shipment costs. */
export const costField = when<FullShipment, ResultContext>((_, { isPriced }) => isPriced, {
  cost: amountOrNullForm(({ cost }) => cost ?? null),
});

/** What all shipments of an order cost. */
export const totalCostField = when<ResultSource, ResultContext>((_, { isPriced }) => isPriced, {
  total_cost: amountOrNullForm(({ decision }) => totalCostOf(decision)),
});

/** What a decision costs in cents under a configuration with rates; null: a shipment is unpriced. */
export function totalCostOf({ cost }: Decision): Cents | null {
  return cost === undefined ? 0 : cost.total;
}

/** A dry run has no decision id. */
export const idFields: Fields<ResultSource> = {
  order_id: text(({ order }) => order.order_id),
  routing_decision_id: integerOrNull(({ id }) => id),
};

export const outcomeFields: Fields<ResultSource> = {
  status: code(({ decision }) => decision.status),
  routing_quality: code(({ decision }) => decision.quality),
  reason: text(reasonSentence),
};

/** Why nothing ships. If something does, all are null. */
export const unroutableForm = members<ResultSource>({
  unroutable_reason_code: codeOrNull(({ decision }) => decision.unroutable),
  unroutable_category: codeOrNull(({ decision: { unroutable } }) =>
    unroutable === null ? null : UNROUTABLE[unroutable].category,
  ),
  unroutable_reason: textOrNull(unroutableSentence),
  recommended_action: textOrNull(({ decision }) => recommendedAction(decision)),
});

/** `dry_run: true`, only in answers to dry runs. */
export const dryRunField = when<{ readonly dry_run?: true | undefined }, unknown>(
  ({ dry_run }) => dry_run === true,
  { dry_run: flag(() => true) },
);

/** The last members of a result of a dry run. */
export const dryRunFields = [
  dryRunField,
  when<ResultSource, unknown>(({ why }) => why !== undefined, {
    why: json({ type: 'object' }, ({ why }) => why!),
  }),
];

/** The preferred warehouse, and the one that ships alone; null: there is none. */
export function selectionFields(reference: Form<Warehouse>): Fields<ResultSource, ResultContext> {
  return {
    preferred_warehouse: referenceOrNull(reference, ({ decision }) => decision.ranked[0]),
    selected_warehouse: referenceOrNull(reference, ({ decision: { shipments } }) =>
      shipments.length === 1 ? shipments[0]!.warehouse : null,
    ),
  };
}

/** `decision_driver` (docs/reference/results.md). */
export function driverForm(reference: Form<Warehouse>): Form<ResultSource, ResultContext> {
  return object<ResultSource, ResultContext>({
    code: code(({ decision }) => decision.driver.code),
    message: text(driverSentence),
    sku: textOrNull(({ decision }) => decision.driver.sku),
    required_qty: integerOrNull(({ decision }) => decision.driver.required_qty),
    available_qty: integerOrNull(({ decision }) => decision.driver.available_qty),
    short_qty: integerOrNull(({ decision }) => decision.driver.short_qty),
    warehouse: referenceOrNull(reference, ({ decision }) => decision.driver.warehouse),
  });
}

/** The reference to a warehouse that is given by its index. */
export function referenceTo<T>(
  reference: Form<Warehouse>,
  get: (value: T) => number,
): Form<T, ResultContext> {
  return preEncoded(reference, (value, { references }) => references[get(value)]!);
}

/** The same or null. */
function referenceOrNull<T>(
  reference: Form<Warehouse>,
  get: (value: T) => number | null | undefined,
): Form<T, ResultContext> {
  return preEncodedOrNull(reference, (value, { references }) => {
    const warehouse = get(value);
    return warehouse === null || warehouse === undefined ? null : references[warehouse]!;
  });
}

const shippedField = (name: 'shipped_before' | 'shipped_earlier') =>
  when<ResultSource, ResultContext>(({ decision }) => decision[name] !== undefined, {
    [name]: array(
      ({ decision }) => decision[name]!,
      object<SkuUnits>({ sku: text(({ sku }) => sku), quantity: integer(({ quantity }) => quantity) }),
    ),
  });

/** What of an order had left before it was routed again, and before it was sent again. */
export const shippedBeforeField = shippedField('shipped_before');
export const shippedEarlierField = shippedField('shipped_earlier');

/** When an order is released by itself. */
export const expiryField = when<ResultSource, ResultContext>(
  ({ decision }) => decision.expires_at !== undefined,
  { expires_at: code(({ decision }) => new Date(decision.expires_at!).toISOString()) },
);

/** The JSON of each value. */
export function bytesOf<T>(form: Form<T> | Members<T>, values: readonly T[]): Uint8Array[] {
  const write = writerOf(form);
  return values.map((value) => ownBytes((out) => write(out, value, undefined)));
}
