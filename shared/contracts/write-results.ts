import type { Steps } from '../platform/steps.ts';
import { Utf8Writer } from '../platform/utf8-writer.ts';
import type { PresentedOrder } from './presented-order.ts';

/** Results that are written in one step of a large answer: some milliseconds. */
const ORDERS_A_STEP = 250;

/** Room for most results of eight warehouses; the writer grows where it is too little. */
const USUAL_RESULT_BYTES = 2_500;

/** A batch's answer as UTF-8 JSON: the run's fields, `head`, an object that is still open, then the results. */
export function* writeResults(
  head: string,
  decisions: readonly PresentedOrder[],
  present: (decided: PresentedOrder) => string,
): Steps<Buffer> {
  const json = new Utf8Writer((decisions.length + 1) * USUAL_RESULT_BYTES);
  json.write(`${head},"results":[`);
  for (let i = 0; i < decisions.length; i += 1) {
    json.write(`${i === 0 ? '' : ','}${present(decisions[i]!)}`);
    if (i % ORDERS_A_STEP === ORDERS_A_STEP - 1) yield;
  }
  json.write(']}');
  return json.bytes();
}
