import { itemControlSummary } from '../../engine/item-control-sentences.ts';
import { ITEM_CONTROL_FLAGS } from '../../engine/reason-codes.ts';
import type { Configuration, Decision } from '../../engine/types.ts';
import { jsonText, jsonTextArray } from '../../platform/json-text.ts';
import { piece, type Utf8Writer } from '../../platform/utf8-writer.ts';

/**
 * The item_control fields of an explanation (contract section 2.7) as JSON. item_control_applied is always there, so
 * that a caller can ask for it; the others only where a rule applies.
 */
export function writeItemControlFields(
  out: Utf8Writer,
  configuration: Pick<Configuration, 'warehouses' | 'item_controls'>,
  { item_controls }: Pick<Decision, 'item_controls'>,
): void {
  if (item_controls.length === 0) out.put(NOT_APPLIED);
  else out.write(applied(configuration, item_controls));
}

const NOT_APPLIED = piece(',"item_control_applied":false');

/** Rules are on few orders: their fields are written as text. */
function applied(
  configuration: Pick<Configuration, 'warehouses' | 'item_controls'>,
  indexes: readonly number[],
): string {
  const rules = indexes.map((index) => configuration.item_controls[index]!);
  const summaries = rules.map(
    (rule) => `{"sku":${jsonText(rule.sku)},"summary":${jsonText(itemControlSummary(configuration, rule))}}`,
  );
  return (
    ',"item_control_applied":true' +
    `,"item_control_skus":${jsonTextArray(distinct(rules.map(({ sku }) => sku)))}` +
    `,"item_control_flags":${jsonTextArray(distinct(rules.map(({ rule }) => ITEM_CONTROL_FLAGS[rule])))}` +
    `,"item_control_notes":${jsonTextArray(distinct(rules.flatMap(({ note }) => (note === null ? [] : [note]))))}` +
    `,"item_control_rules":[${summaries.join(',')}]`
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
