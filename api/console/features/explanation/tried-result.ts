import type { AnyOrderResult } from '../../view/order-result.ts';
import type { Explained } from './explained.ts';

/** The result of a dry run of one order. */
export interface Tried {
  readonly result: AnyOrderResult;
  readonly why: Explained | null;
}

/** The one result in the answer of a dry run: Variant A has it in a run, Variant B is it. */
export function triedResult(answer: unknown): Tried {
  const { results } = answer as { results?: readonly unknown[] };
  const result = (results?.[0] ?? answer) as AnyOrderResult & { why?: Explained };
  return { result, why: result.why ?? null };
}
