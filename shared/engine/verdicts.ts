/** The outcome for a candidate: one of the first two if it was chosen, otherwise the first of the others that holds. */
export const VERDICTS = [
  'ships_all',
  'ships_part',
  'barred',
  'too_late',
  'too_slow',
  'full',
  'no_stock',
  'below_minimum_value',
  'short',
  'not_needed',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export type VerdictCounts = { readonly [verdict in Verdict]?: number };
