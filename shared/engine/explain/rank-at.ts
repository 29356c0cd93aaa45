import type { Decision } from '../types.ts';

/** The rank of a listed candidate, from 1. */
export function rankAt(
  { ranked, not_listed }: Pick<Decision, 'ranked' | 'not_listed'>,
  index: number,
): number {
  const { further_ranks = [] } = not_listed ?? {};
  return further_ranks[index - (ranked.length - further_ranks.length)] ?? index + 1;
}
