import { whole } from '../../view/numbers.ts';
import type { Rates, Zones } from './use-rates.ts';

/** The values of the form of rates. An empty number field is ''. */
export interface RatesValues extends Record<string, unknown> {
  readonly currency: string;
  /** The limits as a text. */
  readonly zones: { readonly by: Zones['by']; readonly upto: string };
  readonly split_penalty: number | '';
  readonly default_unit_weight: number | '';
}

/** The form's values. */
export function valuesOf({ rates, split_penalty, default_unit_weight }: Rates): RatesValues {
  const zones = rates?.zones;
  return {
    currency: rates?.currency ?? '',
    zones: { by: zones?.by ?? 'miles', upto: zones?.by === 'miles' ? (zones.upto ?? []).join(', ') : '' },
    split_penalty,
    default_unit_weight: default_unit_weight ?? '',
  };
}

/** What the form's values change. Of zones by miles without limits the usual ones are taken. */
export function bodyOf({ currency, zones: { by, upto }, split_penalty, default_unit_weight }: RatesValues) {
  const limits = upto.split(/[\s,;]+/).filter((limit) => limit !== '');
  const zones: Zones =
    by === 'table' ? { by } : { by, ...(limits.length > 0 && { upto: limits.map(Number) }) };
  return {
    currency,
    zones,
    split_penalty: split_penalty === '' ? 0 : split_penalty,
    default_unit_weight: default_unit_weight === '' ? null : default_unit_weight,
  };
}

/** How zones are found, in a sentence. */
export function zonesText(zones: Zones): string {
  if (zones.by === 'table') return 'by the column zone of the lane table';
  const upto = zones.upto ?? [];
  const limits = upto.map((limit, place) => `${place + 1} up to ${whole(limit)}`);
  return `by miles: ${limits.join(', ')}, ${upto.length + 1} beyond`;
}
