import { loadConfiguration, type StoredConfiguration } from '../../../../shared/accounts/configurations.ts';
import { recordId } from '../../../../shared/contracts/common.ts';
import { decodeCursor, pageOf } from '../../../../shared/contracts/cursor.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { type DecisionRecord, listDecisions } from '../../../../shared/routing/decisions/decision-records.ts';

/** Which decisions are asked for. */
interface AskedPage {
  readonly ledger_id: number;
  readonly order_id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Reads one page of the decisions on an order ID, newest first, as JSON text: `present` writes each, `name` is their
 * member, behind `members`. Throws AppError not_found if the order was never routed, validation_failed for a bad cursor.
 */
export async function readDecisionPage(
  db: Database,
  { ledger_id, order_id, limit, cursor }: AskedPage,
  name: string,
  present: (configuration: StoredConfiguration, record: DecisionRecord) => string,
  members: () => Promise<object> = async () => ({}),
): Promise<string> {
  const before = cursor === undefined ? null : decodeCursor(recordId, cursor);
  const found = await listDecisions(db.pool, ledger_id, order_id, { before, limit: limit + 1 });
  const { page, next_cursor } = pageOf(found, limit, ({ id }) => id);
  const shown = await Promise.all(
    page.map(async (record) => present(await loadConfiguration(db, record.configuration_id), record)),
  );
  const head = JSON.stringify({ order_id, ...(await members()) }).slice(0, -1);
  return `${head},"${name}":[${shown.join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;
}
