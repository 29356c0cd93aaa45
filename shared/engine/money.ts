/**
 * An exact amount in ten-thousandths of a currency unit: an integer number as far as that is exact, otherwise a
 * bigint. `<` and `>` compare the two. (docs/explanation/decisions.md, Values)
 */
export type Money = number | bigint;

/** An exact amount in cents: a number or a bigint, as Money is. */
export type Cents = number | bigint;

/** The amount of a decimal such as 19.99, counted to four decimals (half up at the fifth). */
export function money(value: number): Money {
  const scaled = Math.round(value * 10_000);
  // Division rounds correctly, so this is true exactly if `value` has at most four decimals.
  if (Number.isSafeInteger(scaled) && scaled / 10_000 === value) return scaled;
  return moneyOfDecimal(value.toString());
}

/** `amount` plus `units` times `price`. */
export function addUnits(amount: Money, units: number, price: Money): Money {
  if (typeof amount === 'number' && typeof price === 'number') {
    const sum = amount + units * price;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return BigInt(amount) + BigInt(units) * BigInt(price);
}

/** All amounts together. */
export function totalOf(amounts: readonly Money[]): Money {
  return amounts.reduce<Money>((sum, amount) => addUnits(sum, 1, amount), 0);
}

/** Whole cents, half up. */
export function toCents(amount: Money): Cents {
  if (typeof amount === 'bigint') return exactInteger((amount + 50n) / 100n);
  const rest = amount % 100;
  return (amount - rest) / 100 + (rest >= 50 ? 1 : 0);
}

/** Whole cents, rounded down. */
export function downToCents(amount: Money): Cents {
  return typeof amount === 'bigint' ? exactInteger(amount / 100n) : Math.floor(amount / 100);
}

/** Cents as a decimal number of currency units, without zeros at its end: 1230 is `12.3`. Exact, whatever the amount. */
export function decimalOf(cents: Cents): string {
  const digits = String(cents).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** An integer as a number, if that is exact. */
export function exactInteger(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** Reads what `Number.prototype.toString` writes for a number that is not negative: `1.23456`, `5e-7`, `1e+21`. */
function moneyOfDecimal(decimal: string): Money {
  const [mantissa = '0', exponent = '0'] = decimal.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent) + 4;
  const digits = (whole + fraction).padStart(whole.length + fraction.length - Math.min(point, 0), '0');
  const kept = Math.max(point, 0);
  return exactInteger(
    BigInt(digits.slice(0, kept).padEnd(kept, '0')) + (digits.charAt(kept) >= '5' ? 1n : 0n),
  );
}
