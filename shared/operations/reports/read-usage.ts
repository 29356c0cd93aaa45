import type pg from 'pg';
import type { z } from 'zod';
import type { usageReportRow } from '../../contracts/reports.ts';

/** Reads a client's usage by day. A day belongs to a period if its beginning (UTC) does. */
export async function* readUsage(
  pool: pg.Pool,
  clientId: number,
  { from, to }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): AsyncGenerator<z.output<typeof usageReportRow>[]> {
  const { rows } = await pool.query<z.output<typeof usageReportRow>>(
    `SELECT day, routed_orders FROM usage
     WHERE client_id = $1 AND routed_orders > 0
       AND ($2::timestamptz IS NULL OR day >= $2 AT TIME ZONE 'UTC')
       AND ($3::timestamptz IS NULL OR day < $3 AT TIME ZONE 'UTC')
     ORDER BY day`,
    [clientId, from ?? null, to ?? null],
  );
  yield rows;
}
