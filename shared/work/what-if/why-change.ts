import { loadConfiguration } from '../../account/configurations.ts';
import type { WhatIfWhy } from '../../contracts/what-if.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import { decodeParsed } from '../../ledger/decisions/codec.ts';
import { type StoredLine, toLines } from '../../ledger/decisions/order-codec.ts';
import { remainingLines } from '../../ledger/decisions/order-need.ts';
import { explainStored, type WhyDeps } from '../../runs/why.ts';
import type { StoredOutcome } from './outcome.ts';
import type { WhatIf } from './what-ifs.ts';

interface ChangedOrder {
  readonly order_id: string;
  readonly destination_zip: string;
  readonly lines: readonly StoredLine[];
  readonly baseline: StoredOutcome;
  readonly draft: StoredOutcome;
}

/** Why both sides decide an order as they do. Throws AppError not_found, also if the order was removed by age. */
export async function whyChange(
  { db, lanes }: WhyDeps,
  whatIf: WhatIf,
  orderDbId: number,
): Promise<WhatIfWhy> {
  const { rows } = await db.pool.query<ChangedOrder>(
    `SELECT o.order_id, o.destination_zip, o.lines, w.baseline, w.draft
     FROM what_if_orders w JOIN orders o ON o.id = w.id AND o.ledger_id = w.ledger_id
     WHERE w.what_if_id = $1 AND w.ledger_id = $2 AND w.id = $3::bigint AND w.changed`,
    [whatIf.id, whatIf.ledger_id, orderDbId],
  );
  const [row] = rows;
  if (row === undefined)
    throw new AppError('not_found', `What-if ${whatIf.id} has no changed order ${orderDbId}.`);
  const { baseline, draft, lines: stored, ...ids } = row;
  const lines = remainingLines(toLines(stored), baseline.shipped ?? []);
  const decided_at = whatIf.started_at!;
  const explainSide = async (configurationId: number, { status, data, evidence }: StoredOutcome) => {
    const decision = decodeParsed(data, status, lines);
    const result = {
      id: orderDbId,
      order: { ...ids, lines },
      decision,
      evidence: evidence ?? {},
      decided_at,
    };
    const [why] = await explainStored(lanes, await loadConfiguration(db, configurationId), [result]);
    return why!;
  };
  return {
    baseline: await explainSide(whatIf.configuration_id, baseline),
    draft: await explainSide(whatIf.draft_configuration_id, draft),
  };
}
