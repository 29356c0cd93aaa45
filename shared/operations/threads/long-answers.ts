import { exportAudit } from '../../account/audit-log.ts';
import type { Database } from '../../db/database.ts';
import type { Slice, SliceWriter } from '../../foundation/answer-slice.ts';
import { Utf8Writer } from '../../foundation/utf8-writer.ts';
import { writeStockPage } from '../../ledger/stock/stock-rows.ts';
import { writeCertificate } from '../../runs/certificate.ts';
import { type WhyDeps, writeWhy, writeWhys } from '../../runs/why.ts';
import { writeDecisionPage } from '../../runs/write-decision-page.ts';
import { writeResults, writeResultsPage } from '../../runs/write-run-results.ts';
import { writeChanges } from '../../work/what-if/changes.ts';
import { writeReport } from '../reports/report-text.ts';
import { writeRead } from './reads.ts';

/** The writers of long answers. Their input is plain data. */
const LONG_ANSWERS = {
  exportAudit,
  writeCertificate,
  writeChanges,
  writeDecisionPage,
  writeRead,
  writeReport,
  writeResults,
  writeResultsPage,
  writeStockPage,
  writeWhy,
  writeWhys,
};

export type LongAnswerDeps = WhyDeps & { readonly db: Database };

/** The first bytes of a slice; it grows. */
const FIRST_BYTES = 256 * 1024;

type LongAnswers = typeof LONG_ANSWERS;

/** The name of what writes a long answer. */
export type LongAnswer = keyof LongAnswers;

/** What it is asked for. */
export type AskOf<Name extends LongAnswer> = Parameters<LongAnswers[Name]>[1];

/** A slice that is asked for. */
export interface SliceAsk<Name extends LongAnswer = LongAnswer> {
  readonly name: Name;
  readonly ask: AskOf<Name>;
}

/** Writes a slice of any of these, in any thread. */
export async function writeSlice<Name extends LongAnswer>(
  deps: LongAnswerDeps,
  { name, ask }: SliceAsk<Name>,
): Promise<Slice<AskOf<Name>>> {
  const out = new Utf8Writer(FIRST_BYTES);
  const write = LONG_ANSWERS[name] as SliceWriter<LongAnswerDeps, AskOf<Name>>;
  const next = await write(deps, ask, out);
  const bytes = out.bytes();
  // A few bytes do not keep a large buffer.
  return { answer: bytes.length < FIRST_BYTES / 2 ? Uint8Array.from(bytes) : bytes, next };
}
