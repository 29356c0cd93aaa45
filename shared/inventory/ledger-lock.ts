import type pg from 'pg';

/**
 * Takes a ledger's lock until the transaction ends and returns its stock epoch. Whoever promises, releases or
 * replaces units of a client and environment holds it, in any process (decision-rules.md section 5).
 * NO KEY: rows that merely refer to the ledger can still be inserted.
 */
export async function lockLedger(tx: pg.PoolClient, ledgerId: number): Promise<number> {
  const { rows } = await tx.query<{ stock_epoch: number }>({
    name: 'lock-ledger',
    text: 'SELECT stock_epoch FROM ledgers WHERE id = $1 FOR NO KEY UPDATE',
    values: [ledgerId],
  });
  return rows[0]!.stock_epoch;
}

/** Reads a ledger's stock epoch without its lock, for who promises no units. */
export async function stockEpoch(tx: pg.PoolClient, ledgerId: number): Promise<number> {
  const { rows } = await tx.query<{ stock_epoch: number }>({
    name: 'stock-epoch',
    text: 'SELECT stock_epoch FROM ledgers WHERE id = $1',
    values: [ledgerId],
  });
  return rows[0]!.stock_epoch;
}
