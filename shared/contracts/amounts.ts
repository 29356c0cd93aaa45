import { type Cents, decimalOf } from '../engine/money.ts';
import { type Form, written } from '../foundation/json-form.ts';
import type { Utf8Writer } from '../foundation/utf8-writer.ts';

/** Cents as a number of currency units; none are null. */
export function amountOf(cents: Cents | null | undefined): number | null {
  if (cents == null) return null;
  return cents < 0 ? -Number(decimalOf(-cents)) : Number(decimalOf(cents));
}

/** An amount of cents as a JSON number of currency units, without zeros at its end: 1230 is `12.3`. */
export function amountForm<T, C>(get: (value: T) => Cents): Form<T, C> {
  return written({ type: 'number' }, (out, value) => writeAmount(out, get(value)));
}

/** The same or null. */
export function amountOrNullForm<T, C>(get: (value: T) => Cents | null): Form<T, C> {
  return written({ type: 'number', nullable: true }, (out, value) => {
    const cents = get(value);
    if (cents === null) out.ascii('null');
    else writeAmount(out, cents);
  });
}

function writeAmount(out: Utf8Writer, cents: Cents): void {
  if (typeof cents === 'bigint') {
    out.ascii(decimalOf(cents));
    return;
  }
  const rest = cents % 100;
  out.integer((cents - rest) / 100);
  if (rest !== 0) out.put(FRACTIONS[rest]!);
}

/** `.01` to `.99` by cents. */
const FRACTIONS = Array.from({ length: 100 }, (_, cents) => Buffer.from(String(cents / 100).slice(1)));
