import { isMoment } from './times.ts';

/** The parameters of an address: each once, as text. */
export type SearchValues = Readonly<Record<string, string>>;

/** `?status=NONE&q=` as `{status: 'NONE'}`; empty parameters are left out, and the last of repeated ones counts. */
export function parseSearch(text: string): SearchValues {
  return Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''));
}

/** The opposite. Undefined and empty values are left out. */
export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isTime = (value: string) => isDay(value) || (isMoment(value) && !Number.isNaN(Date.parse(value)));
const isAmount = (value: string) => /^\d{1,9}(\.\d{1,2})?$/.test(value);

const isShort = (value: string) => value.length <= 200;

/** What some parameters are wherever they are. */
const KINDS: Readonly<Record<string, (value: string) => boolean>> = {
  from: isTime,
  to: isTime,
  ships_on: isDay,
  arrives_from: isDay,
  arrives_to: isDay,
  min_units: (value) => /^\d{1,9}$/.test(value),
  min_value: isAmount,
  min_cost: isAmount,
  q: isShort,
  sku: isShort,
  zip: isShort,
  partner_id: isShort,
  warehouse_id: isShort,
};

/**
 * Makes a checker of an address's parameters: keeps those that are named, and of these what they may be, so that an odd
 * link opens the list and is no error.
 */
export function searchOf<N extends string>(
  names: readonly N[],
  values: Readonly<Record<string, readonly string[]>> = {},
): (search: Readonly<Record<string, unknown>>) => { [K in N]?: string } {
  return (search) => {
    const kept: { [K in N]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value !== 'string' || value === '') continue;
      if (value.includes('\0')) continue;
      if (KINDS[name]?.(value) ?? values[name]?.includes(value) ?? true) kept[name] = value;
    }
    return kept;
  };
}
