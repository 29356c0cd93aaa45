import { writeAudit } from '../../accounts/audit-csv.ts';
import type { Database } from '../../db/database.ts';
import type { Slice, SliceWriter } from '../../foundation/answer-slice.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { writeChanges } from '../../routing/what-if/changes.ts';
import { type WhyDeps, writeDecisionWhy, writeOrderWhy, writeWhys } from '../../routing/why.ts';
import { writeResults, writeResultsPage } from '../../routing/write-run-results.ts';
import { writeReport } from '../reports/write-report.ts';

/** All that writes long answers. What they are asked for is plain data. */
const LONG_ANSWERS = {
  writeAudit,
  writeChanges,
  writeDecisionWhy,
  writeOrderWhy,
  writeReport,
  writeResults,
  writeResultsPage,
  writeWhys,
};

export type LongAnswerDeps = WhyDeps & { readonly db: Database };

/** The first bytes of a slice; it grows. */
const FIRST_BYTES = 256 * 1024;

/** A slice that is asked for, for `writeSlice` in any thread. */
export function sliceAsk<Ask>(writer: SliceWriter<LongAnswerDeps, Ask>, ask: Ask): SliceAsk {
  const [name] = Object.entries(LONG_ANSWERS).find(([, known]) => known === (writer as unknown))!;
  return { name, ask };
}

interface SliceAsk {
  readonly name: string;
  readonly ask: unknown;
}

/** The thread task that writes a slice of any of these. */
export function writeSlice(deps: LongAnswerDeps, { name, ask }: SliceAsk): Promise<Slice<unknown>> {
  return sliceBy(LONG_ANSWERS[name as keyof typeof LONG_ANSWERS] as SliceWriter<LongAnswerDeps, unknown>)(
    deps,
    ask,
  );
}

/** Writes slices where it is called. */
export const sliceBy =
  <Ask>(writer: SliceWriter<LongAnswerDeps, Ask>) =>
  async (deps: LongAnswerDeps, ask: Ask): Promise<Slice<Ask>> => {
    const out = new Utf8Writer(FIRST_BYTES);
    const next = await writer(deps, ask, out);
    const bytes = out.bytes();
    // A few bytes do not keep a large buffer.
    return { answer: bytes.length < FIRST_BYTES / 2 ? Uint8Array.from(bytes) : bytes, next };
  };
