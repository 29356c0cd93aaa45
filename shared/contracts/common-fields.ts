import { UNROUTABLE } from '../engine/reason-codes.ts';
import { driverSentence, type Told, unroutableSentence } from '../engine/sentences.ts';
import { jsonText, jsonTextOrNull } from '../platform/json-text.ts';

/**
 * The fields of an order result that both contract variants share, as JSON text. Answers are written as text
 * directly: a batch of 5,000 orders answers 9 MB, whose building and serialising as objects takes longer than
 * deciding it. Fragments that belong to the configuration (warehouse references) are serialised once.
 */

/** Each warehouse of a configuration as the JSON text of a variant's warehouse reference. */
export type WarehouseReferences = readonly string[];

/**
 * The same text in one piece: one that was put together is a tree in memory, which every answer that it is part of
 * would walk again. For fragments that are kept.
 */
export function flatText(text: string): string {
  return Buffer.from(text).toString();
}

/** decision_driver (contract section 2.7), with the variant's warehouse reference. */
export function driverField(references: WarehouseReferences, told: Told): string {
  const { code, sku, required_qty, available_qty, short_qty, warehouse } = told.decision.driver;
  return (
    `"decision_driver":{"code":"${code}","message":${jsonText(driverSentence(told))}` +
    `,"sku":${jsonTextOrNull(sku)},"required_qty":${required_qty},"available_qty":${available_qty}` +
    `,"short_qty":${short_qty},"warehouse":${referenceOrNull(references, warehouse)}}`
  );
}

const ROUTABLE =
  '"unroutable_reason_code":null,"unroutable_category":null,"unroutable_reason":null,"recommended_action":null';

/** unroutable_reason_code, unroutable_category, unroutable_reason, recommended_action (contract section 2.5). */
export function unroutableFields(told: Told): string {
  const { unroutable } = told.decision;
  if (unroutable === null) return ROUTABLE;
  const { category, recommended_action } = UNROUTABLE[unroutable];
  return (
    `"unroutable_reason_code":"${unroutable}","unroutable_category":"${category}"` +
    `,"unroutable_reason":${jsonTextOrNull(unroutableSentence(told))}` +
    `,"recommended_action":${jsonText(recommended_action)}`
  );
}

/** A warehouse reference by warehouse index; `null` where there is none. */
export function referenceOrNull(
  references: WarehouseReferences,
  warehouse: number | null | undefined,
): string {
  return warehouse === null || warehouse === undefined ? 'null' : references[warehouse]!;
}
