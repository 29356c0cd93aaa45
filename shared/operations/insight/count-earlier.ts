import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OrderStatus } from '../../engine/types.ts';
import { countDecisions, type TalliedOrder, tallyDecisions } from '../../routing/counts/decision-hours.ts';
import { decodeDecision } from '../../routing/decisions/codec.ts';
import { parseLines } from '../../routing/decisions/order-codec.ts';
import {
  firstRunRanges,
  joinRunRanges,
  type RunRange,
  readRunRanges,
} from '../../routing/search/run-ranges.ts';

/** The most orders that a transaction counts, apart from those of one more chunk. */
const ORDERS_A_STEP = 10_000;

/**
 * Counts the decisions that are older than the counts (migration 0013), newest runs first, in short transactions.
 * Several processes may do so at once, because each takes another ledger. `signal` ends the counting between two steps.
 * Returns how many it counted.
 */
export async function countEarlierDecisions(
  { pool }: Pick<Database, 'pool'>,
  { step = ORDERS_A_STEP, signal }: { readonly step?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let counted = 0;
  for (;;) {
    const decisions = signal?.aborted ? null : await inTransaction(pool, (tx) => countStep(tx, step));
    if (decisions === null) return counted;
    counted += decisions;
  }
}

interface Progress {
  readonly ledger_id: number;
  readonly run_id: number;
  readonly decision_id: number;
  readonly last_commit_order: number;
}

const ALL_RUNS = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** Counts the next decisions of one ledger. Returns how many; null if no free ledger has any left. */
async function countStep(tx: pg.PoolClient, step: number): Promise<number | null> {
  const { rows } = await tx.query<Progress>(
    `SELECT ledger_id, run_id, decision_id, last_commit_order FROM uncounted_decisions
     ORDER BY ledger_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  const [progress] = rows;
  if (progress === undefined) return null;
  const { ledger_id, run_id, decision_id } = progress;
  const place = { run_id, id: decision_id };
  const read = await readRunRanges(tx, ledger_id, 'newest_first', ALL_RUNS, place, step);
  const runRanges = firstRunRanges(read, step);
  const last = runRanges.at(-1);
  const counted = last === undefined ? 0 : await countRunRanges(tx, progress, runRanges);
  await (last === undefined || (runRanges.length === read.length && read.length < step)
    ? tx.query('DELETE FROM uncounted_decisions WHERE ledger_id = $1', [ledger_id])
    : tx.query('UPDATE uncounted_decisions SET run_id = $2, decision_id = $3 WHERE ledger_id = $1', [
        ledger_id,
        last.run_id,
        last.first_id,
      ]));
  return counted;
}

interface EarlierDecision {
  readonly run_id: number;
  readonly status: OrderStatus;
  readonly data: string;
  readonly lines: string;
  readonly decided_at: Date | null;
}

async function countRunRanges(
  tx: pg.PoolClient,
  { ledger_id, last_commit_order }: Progress,
  runRanges: readonly RunRange[],
): Promise<number> {
  const beganAt = new Map(runRanges.map(({ run_id, began_at }) => [run_id, began_at]));
  const ranges = joinRunRanges(runRanges, () => null);
  const { rows } = await tx.query<EarlierDecision>({
    name: 'uncounted-decisions',
    text: `SELECT d.run_id, d.status, d.data::text AS data, o.lines::text AS lines, d.decided_at
           FROM unnest($1::bigint[], $2::bigint[]) AS range (first_id, last_id)
           JOIN decisions d ON d.id >= range.first_id AND d.id <= range.last_id
           JOIN orders o ON o.id = d.id AND o.id >= range.first_id AND o.id <= range.last_id
           WHERE d.ledger_id = $3 AND d.run_id = ANY($4::bigint[])
             AND (d.commit_order IS NULL OR d.commit_order <= $5)`,
    values: [
      ranges.map(({ first_id }) => first_id),
      ranges.map(({ last_id }) => last_id),
      ledger_id,
      [...beganAt.keys()],
      last_commit_order,
    ],
  });
  const hours = new Map<number, TalliedOrder[]>();
  for (const { run_id, status, data, lines: text, decided_at } of rows) {
    const hour = Math.floor((decided_at?.getTime() ?? beganAt.get(run_id)!) / HOUR_MS) * HOUR_MS;
    const lines = parseLines(text);
    const counted = { order: { lines }, decision: decodeDecision(data, status, lines) };
    const others = hours.get(hour);
    if (others === undefined) hours.set(hour, [counted]);
    else others.push(counted);
  }
  const counts = [...hours].map(([hour, decided]) =>
    countDecisions([{ ledger_id, tally: tallyDecisions(decided) }], new Date(hour)),
  );
  await pipeline(tx).run({ counts });
  return rows.length;
}

const HOUR_MS = 3_600_000;
