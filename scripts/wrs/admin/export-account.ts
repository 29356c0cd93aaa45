import type { AccountFile } from '../../../shared/account/account-file.ts';
import { readAccountState } from '../../../shared/account/account-state.ts';
import { LANES, PRICES } from '../../../shared/account/client-tables.ts';
import { findClient } from '../../../shared/account/clients.ts';
import type { Database } from '../../../shared/db/database.ts';
import type { PriceListRow } from '../../../shared/transit/rates/price-lists.ts';
import type { LaneTableRow } from '../../../shared/transit/table.ts';

/** A client's account file, and its own lanes and prices, if it has any. */
interface ExportedAccount {
  readonly file: AccountFile;
  readonly lanes: readonly LaneTableRow[] | null;
  readonly prices: readonly PriceListRow[] | null;
}

/**
 * Reads the account file that makes an account: applying it to the same client changes nothing. It has no key's secret
 * and no password. `lanes` and `prices` are file names of its lanes and prices in it. Without them, a client that the file
 * is applied to keeps its present ones. Throws AppError not_found.
 */
export function exportAccount(
  db: Pick<Database, 'prisma'>,
  slug: string,
  { lanes, prices }: { readonly lanes?: string; readonly prices?: string } = {},
): Promise<ExportedAccount> {
  return db.prisma.$transaction(
    async (tx) => {
      const client = await findClient(tx, slug);
      const { file, lane_table_id, rate_table_id } = await readAccountState(tx, client);
      const isTable = file.transit.provider === 'table';
      return {
        file: {
          ...file,
          transit: { ...file.transit, ...(isTable && lanes && { lanes_file: lanes }) },
          ...(file.rates && { rates: { ...file.rates, ...(prices && { prices_file: prices }) } }),
        },
        lanes: isTable && lane_table_id !== null ? await LANES.read(tx, client.id, lane_table_id) : null,
        prices: rate_table_id !== null ? await PRICES.read(tx, client.id, rate_table_id) : null,
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}
