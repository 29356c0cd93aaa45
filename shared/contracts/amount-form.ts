import { type Cents, decimalOf } from '../engine/money.ts';
import { type Form, written } from '../foundation/json-form.ts';
import { piece } from '../foundation/utf8-writer.ts';

/** An amount of cents as a JSON number of currency units, without zeros at its end: 1230 is `12.3`. */
export function amountForm<T, C>(get: (value: T) => Cents): Form<T, C> {
  return written({ type: 'number' }, (out, value) => {
    const cents = get(value);
    if (typeof cents === 'bigint') {
      out.ascii(decimalOf(cents));
      return;
    }
    const rest = cents % 100;
    out.integer((cents - rest) / 100);
    if (rest !== 0) out.put(FRACTIONS[rest]!);
  });
}

/** `.01` to `.99` by cents. */
const FRACTIONS = Array.from({ length: 100 }, (_, cents) => piece(String(cents / 100).slice(1)));
