import { z } from 'zod';
import { AppError } from '../foundation/errors/app-error.ts';
import { orderResultA, runResponseA } from './a/schema.ts';
import { batchResponseB, orderResultB } from './b/schema.ts';
import { warningsField } from './intake-warning.ts';
import { MAX_TIMESTAMP_LENGTH } from './order.ts';
import { momentFault, parseTimestamp } from './timestamp.ts';
import { dryRunWhy } from './why.ts';

/** What a dry run answers beside the decisions. */
export interface DryRun {
  /** Whether each result says why it is as it is. */
  readonly explain: boolean;
  /** The moment that dates are counted from, in milliseconds since 1970; not given or null: now. */
  readonly as_of?: number | null | undefined;
}

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** The query of an endpoint that can be tried without effect (docs/guides/integrate.md). */
export const dryRunQuery = z.object({
  dry_run: flag.describe(
    'true: the same answer on the present stock, with null ids and dry_run true; nothing is stored, reserved, released ' +
      'or counted, and an Idempotency-Key is ignored. Limits hold as ever.',
  ),
});

/** The moment that dates are counted from, for requests that store nothing. */
export const asOfQuery = z.object({
  as_of: z
    .string()
    .max(MAX_TIMESTAMP_LENGTH)
    .transform((text, { addIssue }) => {
      const moment = parseTimestamp(text);
      if (moment !== null) return moment;
      addIssue(momentFault(text, 'must be an ISO 8601 date or timestamp'));
      return z.NEVER;
    })
    .optional()
    .describe('Dates as of another moment (ISO 8601); stock and places are the present ones.'),
});

/** The same, if the answer has results. */
export const explainedDryRunQuery = dryRunQuery.extend({
  as_of: asOfQuery.shape.as_of,
  explain: flag.describe('Only with dry_run=true: each result carries why it is as it is.'),
});

/** The options of a dry run; null if the request is no dry run. Throws AppError incompatible_options. */
export function dryRunOf({ dry_run, explain, as_of }: z.output<typeof explainedDryRunQuery>): DryRun | null {
  if (explain && !dry_run) {
    throw new AppError('incompatible_options', 'explain=true is allowed only with dry_run=true.');
  }
  if (as_of !== undefined && !dry_run) {
    throw new AppError('incompatible_options', 'as_of is allowed only with dry_run=true.');
  }
  return dry_run ? { explain, as_of: as_of ?? null } : null;
}

const dryRun = z.literal(true);
const noId = z.null();
const resultFields = { routing_decision_id: noId, why: dryRunWhy.optional() };

const dryRunResultA = orderResultA
  .extend(resultFields)
  .meta({ id: 'DryRunResultA', title: 'Order result of a dry run, Variant A' });
const dryRunResultB = orderResultB
  .extend(resultFields)
  .meta({ id: 'DryRunResultB', title: 'Order result of a dry run, Variant B' });

/** A dry run's answers: the ordinary ones with null ids, `dry_run`, and with `explain` also `why`. */
export const dryRunA = runResponseA
  .extend({
    routing_run_id: noId,
    client_run_number: noId,
    dry_run: dryRun,
    results: z.array(dryRunResultA).describe('In request order.'),
  })
  .meta({ id: 'DryRunA', title: 'Dry run, Variant A' });

export const dryRunBatchB = batchResponseB
  .extend({
    routing_run_id: noId,
    dry_run: dryRun,
    results: z.array(dryRunResultB).describe('In request order.'),
  })
  .meta({ id: 'DryRunB', title: 'Dry run of a batch, Variant B' });

export const dryRunOrderB = dryRunResultB
  .extend({ dry_run: dryRun, warnings: warningsField })
  .meta({ id: 'DryRunOrderB', title: 'Dry run of an order, Variant B' });
