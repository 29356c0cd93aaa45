import type { components } from '../../../../shared/client/account-api.d.ts';
import { counted, money, whole } from '../../view/numbers.ts';
import { shortenMiddle } from '../../view/shorten.ts';

/** An explanation of a stored decision or of a dry run. */
export type Explained = components['schemas']['DryRunWhy'];

/** One candidate of an explanation. */
export type Candidate = Explained['warehouses'][number];

/** The verdict on a candidate, in a few words. */
export const VERDICT_WORDS: Readonly<Record<string, string>> = {
  ships_all: 'ships all',
  ships_part: 'ships part',
  not_needed: 'not needed',
  barred: 'not allowed',
  too_slow: 'too slow',
  too_late: 'too late',
  full: 'full',
  no_stock: 'no stock',
  below_minimum_value: 'below minimum value',
  short: 'short',
};

/** So many candidates that were not chosen are shown before the others are folded. */
const NEXT = 3;

/** The candidates that are shown at once: those that ship and the next three. The others by verdict, the most first. */
export function foldCandidates(candidates: readonly Candidate[]) {
  const next = new Set(candidates.filter(({ chosen }) => !chosen).slice(0, NEXT));
  const first = candidates.filter((candidate) => candidate.chosen || next.has(candidate));
  const rest = new Map<string, Candidate[]>();
  for (const candidate of candidates.filter((each) => !first.includes(each))) {
    const verdict = candidate.verdict ?? 'not known';
    rest.set(verdict, [...(rest.get(verdict) ?? []), candidate]);
  }
  return { first, rest: [...rest].toSorted(([, a], [, b]) => b.length - a.length) };
}

/** The most products that are named. */
const MAX_LINES = 4;

/** The products that a candidate lacks units of, each with what it has: `CHAIR 6 / 10`. */
export function lackingWords({ lines }: Pick<Candidate, 'lines'>): string[] {
  const lacking = lines.filter(
    ({ available_qty, requested_qty, barred_by }) =>
      barred_by !== null || (available_qty !== null && available_qty < requested_qty),
  );
  const words = lacking
    .slice(0, MAX_LINES)
    .map(({ sku, available_qty, requested_qty, barred_by }) =>
      barred_by === null
        ? `${shortenMiddle(sku, 16)} ${whole(available_qty ?? 0)} / ${whole(requested_qty)}`
        : `${shortenMiddle(sku, 16)} ${barred_by.replaceAll('_', ' ')}`,
    );
  const more = lacking.length - words.length;
  return more > 0 ? [...words, `and ${whole(more)} more`] : words;
}

/** A route that was not taken: `Ship from Reno NV only: 12 units in 1 shipment, 43.50 USD cheaper.` */
export function alternativeWords(
  { kind, warehouse_ids, units, shipments, cost_difference }: Explained['alternatives'][number],
  candidates: readonly Pick<Candidate, 'warehouse_id' | 'warehouse_name'>[],
  currency: string | undefined,
): string {
  const [first] = warehouse_ids;
  const only = candidates.find(({ warehouse_id }) => warehouse_id === first)?.warehouse_name ?? first;
  const lead = kind === 'best_single' ? `Ship from ${only} only` : ALTERNATIVE_WORDS[kind];
  const cost =
    cost_difference == null
      ? ''
      : cost_difference === 0
        ? ', at the same cost'
        : `, ${money(Math.abs(cost_difference), currency)} ${cost_difference < 0 ? 'cheaper' : 'dearer'}`;
  return `${lead}: ${counted(units, 'unit')} in ${counted(shipments, 'shipment')}${cost}.`;
}

const ALTERNATIVE_WORDS = {
  unconstrained: 'Without rules that block',
  nearest_first: 'Nearest first',
  cheapest: 'Cheapest',
  fewest_shipments: 'Fewest shipments',
};

/** The candidates that are not listed: `And 1,100 more: 900 not needed, 200 no stock.` Null: all are listed. */
export function notListedWords({ warehouses_not_listed: others }: Explained): string | null {
  if (others === undefined) return null;
  const counts = Object.entries(others.by_verdict).map(
    ([verdict, count]) => `${whole(count)} ${VERDICT_WORDS[verdict] ?? verdict}`,
  );
  return `And ${whole(others.count)} more: ${counts.join(', ')}.`;
}

/** Why a warehouse was no candidate. */
const LEFT_OUT_WORDS: Readonly<Record<Explained['left_out'][number]['because'], string>> = {
  disabled: 'disabled',
  profile: 'not in this profile',
  reroute: 'excluded by the reroute',
};

/** The names of the warehouses that were no candidates, by reason in words. */
export function leftOutNames(
  leftOut: readonly Pick<Explained['left_out'][number], 'warehouse_name' | 'because'>[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { because, warehouse_name } of leftOut) {
    const words = LEFT_OUT_WORDS[because];
    names.set(words, [...(names.get(words) ?? []), warehouse_name]);
  }
  return names;
}
