import { blockedSentence, unvaluedSentence, warnedSentence } from '../../engine/policy-sentences.ts';
import type { Configuration, Decision, PolicyFinding } from '../../engine/types.ts';
import { piece, type Utf8Writer } from '../../platform/utf8-writer.ts';

const CLEAR = piece(
  ',"policy_outcome":"clear","policy_warning_count":0,"policy_warning_codes":[],"policy_blocked_code":null' +
    ',"policy_messages":[]',
);

/**
 * The policy fields of an order result (contract sections 2.5 and 2.11) as JSON. Messages: one a warning, then what
 * was blocked, then each SKU that counted as 0 for want of a value.
 */
export function writePolicyFields(
  out: Utf8Writer,
  configuration: Pick<Configuration, 'warehouses'>,
  { policy, unvalued_skus }: Pick<Decision, 'policy' | 'unvalued_skus'>,
): void {
  if (policy.warnings.length === 0 && policy.blocked === null && unvalued_skus.length === 0) {
    out.put(CLEAR);
    return;
  }
  out.write(codes(policy));
  let comma = '';
  const message = (sentence: string) => {
    out.write(comma).json(sentence);
    comma = ',';
  };
  for (const finding of policy.warnings) message(warnedSentence(configuration, finding));
  if (policy.blocked !== null) message(blockedSentence(configuration, policy.blocked));
  for (const sku of unvalued_skus) message(unvaluedSentence(sku));
  out.write(']');
}

/** The fields before the messages, which are all of codes. */
function codes({ outcome, warnings, blocked }: Decision['policy']): string {
  return (
    `,"policy_outcome":"${outcome}","policy_warning_count":${warnings.length}` +
    `,"policy_warning_codes":[${warnings.map(warnedCode).join(',')}]` +
    `,"policy_blocked_code":${blocked === null ? 'null' : `"${blocked.rule}_blocked"`},"policy_messages":[`
  );
}

function warnedCode({ rule }: PolicyFinding): string {
  return `"${rule}_warned"`;
}
