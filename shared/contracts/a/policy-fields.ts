import { blockedSentence, unvaluedSentence, warnedSentence } from '../../engine/policy-sentences.ts';
import type { Configuration, Decision } from '../../engine/types.ts';
import { jsonTextArray } from '../../platform/json-text.ts';

const CLEAR =
  '"policy_outcome":"clear","policy_warning_count":0,"policy_warning_codes":[],"policy_blocked_code":null' +
  ',"policy_messages":[]';

/**
 * The policy fields of an order result (contract sections 2.5 and 2.11) as JSON text. Messages: one a warning,
 * then what was blocked, then each SKU that counted as 0 for want of a value.
 */
export function policyFields(configuration: Pick<Configuration, 'warehouses'>, decision: Decision): string {
  const { outcome, warnings, blocked } = decision.policy;
  if (warnings.length === 0 && blocked === null && decision.unvalued_skus.length === 0) return CLEAR;
  const messages = [
    ...warnings.map((finding) => warnedSentence(configuration, finding)),
    ...(blocked === null ? [] : [blockedSentence(configuration, blocked)]),
    ...decision.unvalued_skus.map(unvaluedSentence),
  ];
  return (
    `"policy_outcome":"${outcome}","policy_warning_count":${warnings.length}` +
    `,"policy_warning_codes":${jsonTextArray(warnings.map(({ rule }) => `${rule}_warned`))}` +
    `,"policy_blocked_code":${blocked === null ? 'null' : `"${blocked.rule}_blocked"`}` +
    `,"policy_messages":${jsonTextArray(messages)}`
  );
}
