import type { Steps } from '../platform/steps.ts';
import { type Allocate, piece, Utf8Writer } from '../platform/utf8-writer.ts';
import type { PresentedOrder } from './presented-order.ts';

/** Writes one order result of a contract variant. */
export type WriteOrder = (out: Utf8Writer, decided: PresentedOrder) => void;

/** Results that are written in one step of a large answer: a millisecond. */
const ORDERS_A_STEP = 250;

/** Room for most results of eight warehouses; the writer grows where it is too little. */
export const USUAL_RESULT_BYTES = 2_500;

const COMMA = piece(',');

/** A batch's answer as UTF-8 JSON: the run's fields, `head`, an object that is still open, then the results. */
export function* writeResults(
  head: string,
  decisions: readonly PresentedOrder[],
  writeOrder: WriteOrder,
  allocate?: Allocate,
): Steps<Buffer> {
  const out = new Utf8Writer((decisions.length + 1) * USUAL_RESULT_BYTES, allocate);
  out.write(head).write(',"results":[');
  for (let i = 0; i < decisions.length; i += 1) {
    if (i > 0) out.put(COMMA);
    writeOrder(out, decisions[i]!);
    if (i % ORDERS_A_STEP === ORDERS_A_STEP - 1) yield;
  }
  return out.write(']}').bytes();
}

/** One order result as JSON text. */
export function resultText(writeOrder: WriteOrder, decided: PresentedOrder): string {
  const out = new Utf8Writer(USUAL_RESULT_BYTES);
  writeOrder(out, decided);
  return out.bytes().toString();
}
