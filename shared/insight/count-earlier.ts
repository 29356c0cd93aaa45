import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { send } from '../db/sql.ts';
import { inTransaction, together } from '../db/transaction.ts';
import { decodeDecision } from '../decisions/codec.ts';
import { parseLines } from '../decisions/order-codec.ts';
import type { Decision, OrderLine, OrderStatus } from '../engine/types.ts';
import { countDecisions } from './decision-hours.ts';
import { tallyDecisions } from './tally.ts';

/** Chunks that a transaction counts at most. A synchronous run has one; a chunk has 5,000 orders at most. */
const CHUNKS_A_STEP = 50;

interface Options {
  readonly step?: number;
  /** Ends the counting between two steps. */
  readonly signal?: AbortSignal;
}

/**
 * Counts the decisions that are older than the counts (migration 0013), newest runs first, in short transactions. Any
 * number of processes may do so at once: each takes another ledger. Returns how many chunks it counted.
 */
export async function countEarlierDecisions(
  { pool }: Pick<Database, 'pool'>,
  { step = CHUNKS_A_STEP, signal }: Options = {},
): Promise<number> {
  let counted = 0;
  for (;;) {
    const chunks = signal?.aborted ? null : await inTransaction(pool, (tx) => countStep(tx, step));
    if (chunks === null) return counted;
    counted += chunks;
  }
}

interface Place {
  readonly ledger_id: number;
  readonly run_id: number;
  readonly chunk: number;
  readonly last_commit_order: number;
}

interface Chunk {
  readonly run_id: number;
  readonly chunk: number;
  readonly first_id: number;
  readonly orders: number;
  readonly created_at: Date;
}

/** Counts a ledger's next chunks. Returns how many; null if no ledger is free that has any left. */
async function countStep(tx: pg.PoolClient, step: number): Promise<number | null> {
  const { rows: places } = await tx.query<Place>(
    'SELECT ledger_id, run_id, chunk, last_commit_order FROM uncounted_decisions ORDER BY ledger_id LIMIT 1 FOR UPDATE SKIP LOCKED',
  );
  const [place] = places;
  if (place === undefined) return null;
  const { rows: chunks } = await tx.query<Chunk>(
    `SELECT c.run_id, c.chunk, c.first_id, c.orders, r.created_at
     FROM runs r JOIN run_chunks c ON c.run_id = r.id
     WHERE r.ledger_id = $1 AND r.id <= $2 AND (c.run_id, c.chunk) < ($2, $3)
     ORDER BY r.id DESC, c.chunk DESC LIMIT $4`,
    [place.ledger_id, place.run_id, place.chunk, step],
  );
  for (const chunk of chunks) await countChunk(tx, place, chunk);
  const last = chunks.at(-1);
  await (last === undefined || chunks.length < step
    ? tx.query('DELETE FROM uncounted_decisions WHERE ledger_id = $1', [place.ledger_id])
    : tx.query('UPDATE uncounted_decisions SET run_id = $2, chunk = $3 WHERE ledger_id = $1', [
        place.ledger_id,
        last.run_id,
        last.chunk,
      ]));
  return chunks.length;
}

interface Row {
  readonly status: OrderStatus;
  readonly data: string;
  readonly lines: string;
  readonly decided_at: Date | null;
}

interface Counted {
  readonly order: { readonly lines: readonly OrderLine[] };
  readonly decision: Decision;
}

async function countChunk(
  tx: pg.PoolClient,
  { ledger_id, last_commit_order }: Place,
  { first_id, orders, created_at }: Chunk,
): Promise<void> {
  const { rows } = await tx.query<Row>({
    name: 'uncounted-decisions',
    text: `SELECT d.status, d.data::text AS data, o.lines::text AS lines, d.decided_at
           FROM decisions d JOIN orders o ON o.id = d.id
           WHERE d.id >= $1 AND d.id < $2 AND o.id >= $1 AND o.id < $2
             AND (d.commit_order IS NULL OR d.commit_order <= $3)`,
    values: [first_id, first_id + orders, last_commit_order],
  });
  const hours = new Map<number, Counted[]>();
  for (const { status, data, lines: text, decided_at } of rows) {
    const hour = Math.floor((decided_at ?? created_at).getTime() / HOUR_MS) * HOUR_MS;
    const lines = parseLines(text);
    const counted = { order: { lines }, decision: decodeDecision(data, status, lines) };
    const others = hours.get(hour);
    if (others === undefined) hours.set(hour, [counted]);
    else others.push(counted);
  }
  const counts = [...hours].map(([hour, decided]) =>
    countDecisions(ledger_id, tallyDecisions(decided), new Date(hour)),
  );
  await together(tx, () => send(tx, counts));
}

const HOUR_MS = 3_600_000;
