import type { components } from '../../../../shared/client/account-api.d.ts';
import { whole } from '../../view/numbers.ts';

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

/** The stock of a line at a candidate: `6/10`, and `–` if the number is not known. */
export function availableText({ available_qty, requested_qty }: Candidate['lines'][number]): string {
  return `${available_qty === null ? '–' : whole(available_qty)} / ${whole(requested_qty)}`;
}

/** The candidates that are not listed: `And 1,100 more: 900 not needed, 200 no stock.` Null: all are listed. */
export function notListedWords({ warehouses_not_listed: others }: Explained): string | null {
  if (others === undefined) return null;
  const counts = Object.entries(others.by_verdict).map(
    ([verdict, count]) => `${whole(count)} ${VERDICT_WORDS[verdict] ?? verdict}`,
  );
  return `And ${whole(others.count)} more: ${counts.join(', ')}.`;
}

/** Why a warehouse was no candidate. */
const LEFT_OUT_WORDS: Readonly<Record<string, string>> = {
  disabled: 'disabled',
  profile: 'not in this profile',
  reroute: 'excluded by the reroute',
};

/** The warehouses that were no candidates, by reason: `Reno NV, Kent WA (not in this profile); Groveport OH (disabled)`. */
export function leftOutWords(
  leftOut: readonly Pick<Explained['left_out'][number], 'warehouse_name' | 'because'>[],
): string {
  const reasons = [...new Set(leftOut.map(({ because }) => because))];
  return reasons
    .map((reason) => {
      const names = leftOut.filter(({ because }) => because === reason).map((each) => each.warehouse_name);
      return `${names.join(', ')} (${LEFT_OUT_WORDS[reason] ?? reason})`;
    })
    .join('; ');
}
