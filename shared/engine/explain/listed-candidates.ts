import type { CompiledConfiguration } from '../compile.ts';
import type { Decision } from '../types.ts';
import { type Evidence, verdictCounts } from './explain.ts';

/** Answers list so many candidates, and those that ship (docs/reference/results.md). */
const MAX_LISTED = 100;

/**
 * The decision with the candidates that answers list: all up to a hundred, else the first hundred and those that ship. What
 * became of the others is counted. `evidence` is what the decision was made from.
 */
export function listCandidates(
  compiled: CompiledConfiguration,
  decision: Decision,
  evidence: Evidence,
  most = MAX_LISTED,
): Decision {
  const { ranked, shipments } = decision;
  if (ranked.length <= most) return decision;
  const further = shipments
    .map(({ warehouse }) => ranked.indexOf(warehouse))
    .filter((position) => position >= most);
  const isListed = (position: number) => position < most || further.includes(position);
  const others = [...ranked.keys()].filter((position) => !isListed(position));
  if (others.length === 0) return decision;
  return {
    ...decision,
    ranked: [...ranked.slice(0, most), ...further.map((position) => ranked[position]!)],
    not_listed: {
      count: others.length,
      by_verdict: verdictCounts(compiled, decision, evidence, others),
      further_ranks: further.map((position) => position + 1),
    },
  };
}
