const WHOLE = new Intl.NumberFormat('en-US');
const ONE_DECIMAL = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const AMOUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const PRICE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** 12345 as `12,345`. */
export const whole = (value: number) => WHOLE.format(value);

/** 12.5 as `12.50`. */
export const dollars = (value: number) => MONEY.format(value);

/** A mean: 2.4 as `2.40`, beside 2.31. */
export const mean = (value: number) => value.toFixed(2);

/** 12.5 as `12.50 USD`. A currency that is not known is left out. */
export const money = (value: number, currency: string | undefined) =>
  currency === undefined ? dollars(value) : `${dollars(value)} ${currency}`;

/** The title of amounts: `Cost (USD)`. */
export const inCurrency = (title: string, currency: string | undefined) =>
  currency === undefined ? title : `${title} (${currency})`;

/** A price with all its decimals, at least two: 12.5 as `12.50`, 0.4235 as `0.4235`. */
export const price = (value: number) => PRICE.format(value);

/** A weight with all its decimals: `2.5`. */
export const weight = (value: number) => AMOUNT.format(value);

/** 1 and `shipment` as `1 shipment`, 2 as `2 shipments`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${whole(count)} ${count === 1 ? noun : plural}`;
}

/** From this count on, a share is shown without its count. */
const FEW = 20;

/** 1 of 3 as `33.3% (1 of 3)`; the count is left out if the total is large enough. A share of nothing is a dash. */
export function share(part: number, total: number, { withCount = total < FEW } = {}): string {
  if (total === 0) return '–';
  const percent = `${ONE_DECIMAL.format((part / total) * 100)}%`;
  return withCount ? `${percent} (${whole(part)} of ${whole(total)})` : percent;
}

/** From this percentage on, the change is shown as a factor. */
const TIMES_FROM_PERCENT = 1000;

/** How far a figure is from what it was: `+12.0%`, `×15.5`, `no change`; null if there is nothing to compare with. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / before) * 100;
  if (Math.abs(percent) < 0.05) return 'no change';
  if (percent >= TIMES_FROM_PERCENT) return `×${ONE_DECIMAL.format(now / before)}`;
  return `${percent > 0 ? '+' : '−'}${ONE_DECIMAL.format(Math.abs(percent))}%`;
}

/** Bytes as people say them: `1.5 MB`. */
export function bytes(count: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  return step === 0 ? `${whole(count)} bytes` : `${ONE_DECIMAL.format(count / 1000 ** step)} ${units[step]}`;
}
