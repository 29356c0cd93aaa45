/**
 * Exact decimal amounts for the second reading of the cost rules: money and weights, never a floating-point number. An
 * amount is `digits` divided by ten to the power of `places`.
 */
export interface Amount {
  readonly digits: bigint;
  readonly places: number;
}

/** An amount as a file or a request writes it. A number counts as the shortest decimal that names it: 0.1 is a tenth. */
export type Written = string | number;

export const NOTHING: Amount = { digits: 0n, places: 0 };

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

export function amount(written: Written): Amount {
  const match = DECIMAL.exec(String(written).trim());
  if (!match) throw new RangeError(`not a decimal number: ${written}`);
  const [, sign, whole, fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

/** Digits of an amount if it is written with so many places, which are not fewer than its own. */
function digitsAt(one: Amount, places: number): bigint {
  return one.digits * 10n ** BigInt(places - one.places);
}

export function sumOf(amounts: readonly Amount[]): Amount {
  const places = Math.max(0, ...amounts.map((one) => one.places));
  return { digits: amounts.reduce((total, one) => total + digitsAt(one, places), 0n), places };
}

/** A whole number of times an amount. */
export function times(count: number | bigint, one: Amount): Amount {
  return { digits: BigInt(count) * one.digits, places: one.places };
}

/** Below 0 if the first is less, above 0 if it is more, 0 if they are the same amount. */
export function compare(one: Amount, other: Amount): number {
  const { digits } = sumOf([one, times(-1, other)]);
  return digits < 0n ? -1 : Number(digits > 0n);
}

/** How often an amount goes whole into another, and what is left then. Neither is below 0. */
export function divide(one: Amount, by: Amount): { count: bigint; rest: Amount } {
  const places = Math.max(one.places, by.places);
  const count = digitsAt(one, places) / digitsAt(by, places);
  return { count, rest: sumOf([one, times(-count, by)]) };
}
