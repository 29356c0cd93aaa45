import type { Steps } from '../platform/steps.ts';
import { piece, Utf8Writer } from '../platform/utf8-writer.ts';
import type { PresentableOrder } from './presented-order.ts';
import type { PresentedRun } from './presented-run.ts';

/** Writes one order result of a contract variant. */
export type WriteOrder = (out: Utf8Writer, decided: PresentableOrder) => void;

/** Results that are written in one step of a large answer: a millisecond. */
const ORDERS_A_STEP = 250;

/** Room for most results of eight warehouses; the writer grows where it is too little. */
export const USUAL_RESULT_BYTES = 2_500;

const COMMA = piece(',');
const NULL = piece('null');
const END = piece('}');

/** The id of a decision; a dry run has none. */
export function writeDecisionId(out: Utf8Writer, id: number | null): void {
  if (id === null) out.put(NULL);
  else out.integer(id);
}

/** The end of an order result, and before it what only a dry run has. */
export function endResult(out: Utf8Writer, { dryRunMembers }: PresentableOrder): void {
  if (dryRunMembers !== undefined) out.write(dryRunMembers);
  out.put(END);
}

/** A batch's answer as UTF-8 JSON: the run's fields, `head`, an object that is still open, then the results. */
export function* writeResults(
  head: string,
  { dry_run }: Pick<PresentedRun, 'dry_run'>,
  decisions: readonly PresentableOrder[],
  writeOrder: WriteOrder,
): Steps<Buffer> {
  const out = new Utf8Writer((decisions.length + 1) * USUAL_RESULT_BYTES);
  out.write(head).write(dry_run ? ',"dry_run":true,"results":[' : ',"results":[');
  for (let i = 0; i < decisions.length; i += 1) {
    if (i > 0) out.put(COMMA);
    writeOrder(out, decisions[i]!);
    if (i % ORDERS_A_STEP === ORDERS_A_STEP - 1) yield;
  }
  return out.write(']}').bytes();
}

/** One order result as JSON text. */
export function resultText(writeOrder: WriteOrder, decided: PresentableOrder): string {
  const out = new Utf8Writer(USUAL_RESULT_BYTES);
  writeOrder(out, decided);
  return out.bytes().toString();
}
