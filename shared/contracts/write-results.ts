import type { Configuration } from '../engine/types.ts';
import { json, type Members, object, when, writerOf } from '../foundation/json-form.ts';
import { perObject } from '../foundation/per-object.ts';
import type { Steps } from '../foundation/steps.ts';
import { Utf8Writer } from '../foundation/utf8-writer.ts';
import { dryRunFields, type ResultSource } from './order-fields.ts';
import type { Configured, PresentableOrder, RoutedRun, RunSummary } from './routed-run.ts';

/** Writes one order result of a contract variant. */
export type WriteOrder = (out: Utf8Writer, decided: PresentableOrder) => void;

/** The results of one step of a large answer, which takes about a millisecond. */
const ORDERS_A_STEP = 250;

/** Enough for most results of eight warehouses. The writer grows if it is too little. */
export const USUAL_RESULT_BYTES = 2_500;

const COMMA = Buffer.from(',');

/** The warnings on a request's body: the last member of its answer. */
const warningsMember = when<Pick<PresentableOrder, 'warnings'>, unknown>(({ warnings }) => warnings != null, {
  warnings: json({ type: 'array' }, ({ warnings }) => JSON.stringify(warnings)),
});
const writeWarnings = writerOf(warningsMember);

/** How a contract variant answers. */
export interface Variant {
  /** Returns a writer of order results as JSON. */
  orderWriter(configured: Configured): WriteOrder;
  /** One order result as JSON text. */
  presentOrder(configured: Configured, decided: PresentableOrder): string;
  /** A run as UTF-8 JSON: its own fields, then the results and warnings. */
  presentRun(routed: RoutedRun): Steps<Buffer>;
  /** What its forms write. Tests compare it with the contract. */
  readonly shapes: Readonly<Record<'run' | 'result', Members<never>['members']>>;
}

/** Makes a variant of its members of a run and of an order result. The context of a configuration is made once. */
export function variantOf<C>(
  run: Members<RunSummary>,
  result: Members<ResultSource, C>,
  contextOf: (configuration: Configuration) => C,
): Variant {
  const orderWriter = orderWriterOf(result, contextOf);
  return {
    orderWriter,
    presentOrder(configured, decided) {
      const out = new Utf8Writer(USUAL_RESULT_BYTES);
      orderWriter(configured)(out, decided);
      return out.bytes().toString();
    },
    presentRun: runPresenterOf(run, orderWriter),
    shapes: { run: run.members, result: result.members },
  };
}

function orderWriterOf<C>(
  result: Members<ResultSource, C>,
  contextOf: (configuration: Configuration) => C,
): (configured: Configured) => WriteOrder {
  const write = writerOf(object(result, warningsMember));
  const writeDryRun = writerOf(object(result, ...dryRunFields, warningsMember));
  const contextOnce = perObject(contextOf);
  return ({ configuration }) => {
    const context = contextOnce(configuration);
    return (out, { id, order, decision, dry_run, why, warnings = null }) => {
      const decided = { configuration, id, order, decision, dry_run, why, warnings };
      if (id === null) writeDryRun(out, decided, context);
      else write(out, decided, context);
    };
  };
}

function runPresenterOf(
  fields: Members<RunSummary>,
  orderWriter: (configured: Configured) => WriteOrder,
): (routed: RoutedRun) => Steps<Buffer> {
  const writeFields = writerOf(fields);
  return function* present({ run, configuration, decisions }) {
    const writeOrder = orderWriter(configuration);
    const out = new Utf8Writer((decisions.length + 1) * USUAL_RESULT_BYTES);
    writeFields(out.ascii('{'), run, undefined);
    out.ascii(',"results":[');
    for (let i = 0; i < decisions.length; i += 1) {
      if (i > 0) out.put(COMMA);
      writeOrder(out, decisions[i]!);
      if (i % ORDERS_A_STEP === ORDERS_A_STEP - 1) yield;
    }
    writeWarnings(out.ascii(']'), run, undefined);
    return out.ascii('}').bytes();
  };
}
