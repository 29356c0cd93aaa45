/** A whole number with its thousands separated: `50,000`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A count with its noun: `1 order`, `3,000 orders`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${whole(count)} ${count === 1 ? noun : plural}`;
}

/** A share from 0 to 1 to one decimal: `12.5 %`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** An amount of a currency to its hundredths: `1,234.50`. */
export function amount(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A cost: `1,234.50 USD`. A currency that is not known is left out. */
export function money(value: number, { currency }: { readonly currency?: string | undefined }): string {
  return currency === undefined ? amount(value) : `${amount(value)} ${currency}`;
}

/** The name of costs: `cost (USD)`. */
export function inCurrency(name: string, { currency }: { readonly currency?: string | undefined }): string {
  return currency === undefined ? name : `${name} (${currency})`;
}

/** Seconds that a short step took: `1.32 s`. */
export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

/** Seconds in larger units: `45 s`, `3 min 05 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  const all = Math.round(seconds);
  if (all < 60) return `${all} s`;
  const minutes = Math.floor(all / 60);
  if (minutes < 60) return `${minutes} min ${String(all % 60).padStart(2, '0')} s`;
  return `${whole(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Bytes as megabytes, to one decimal; fewer than 100,000 as kilobytes. */
export function dataSize(bytes: number): string {
  const [value, unit] = bytes < 100_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`;
}
