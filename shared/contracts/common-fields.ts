import { UNROUTABLE } from '../engine/reason-codes.ts';
import { recommendedAction } from '../engine/recommended-action.ts';
import { driverSentence, type Told, unroutableSentence } from '../engine/sentences.ts';
import type { DecisionDriver } from '../engine/types.ts';
import { piece, piecesBy, type Utf8Writer } from '../platform/utf8-writer.ts';

/**
 * The fields of an order result that both contract variants share, as JSON. Answers are written as bytes directly: a
 * batch of 5,000 orders answers 10 MB, whose building and serialising as objects takes longer than deciding it.
 * Fragments that repeat are kept as bytes. Each function writes fields that follow others, a comma before each.
 */

/** Each warehouse of a configuration as the JSON of a variant's warehouse reference. */
export type WarehouseReferences = readonly Uint8Array[];

/** decision_driver (contract section 2.7), with the variant's warehouse reference. */
export function writeDriver(out: Utf8Writer, references: WarehouseReferences, told: Told): void {
  const { code, sku, required_qty, available_qty, short_qty, warehouse } = told.decision.driver;
  out.put(HEAD(code)).json(driverSentence(told));
  out.put(SKU);
  if (sku === null) out.put(NULL);
  else out.json(sku);
  writeIntegerOrNull(out.put(REQUIRED), required_qty);
  writeIntegerOrNull(out.put(AVAILABLE), available_qty);
  writeIntegerOrNull(out.put(SHORT), short_qty);
  out.put(WAREHOUSE).put(referenceOrNull(references, warehouse)).put(END);
}

const HEAD = piecesBy((code: DecisionDriver['code']) => `,"decision_driver":{"code":"${code}","message":`);
const SKU = piece(',"sku":');
const REQUIRED = piece(',"required_qty":');
const AVAILABLE = piece(',"available_qty":');
const SHORT = piece(',"short_qty":');
const WAREHOUSE = piece(',"warehouse":');
const END = piece('}');
const NULL = piece('null');

function writeIntegerOrNull(out: Utf8Writer, value: number | null): void {
  if (value === null) out.put(NULL);
  else out.integer(value);
}

/** unroutable_reason_code, unroutable_category, unroutable_reason, recommended_action (contract section 2.5). */
export function writeUnroutable(out: Utf8Writer, told: Told): void {
  const { unroutable } = told.decision;
  if (unroutable === null) {
    out.put(ROUTABLE);
    return;
  }
  const { category } = UNROUTABLE[unroutable];
  out.write(
    `,"unroutable_reason_code":"${unroutable}","unroutable_category":"${category}","unroutable_reason":`,
  );
  out.json(unroutableSentence(told)!);
  out.write(',"recommended_action":').json(recommendedAction(told.decision)!);
}

const ROUTABLE = piece(
  ',"unroutable_reason_code":null,"unroutable_category":null,"unroutable_reason":null,"recommended_action":null',
);

/** A warehouse reference by warehouse index; `null` where there is none. */
export function referenceOrNull(
  references: WarehouseReferences,
  warehouse: number | null | undefined,
): Uint8Array {
  return warehouse === null || warehouse === undefined ? NULL : references[warehouse]!;
}
