import type { AccountFile } from '../../../shared/accounts/account-file.ts';
import { readAccountState } from '../../../shared/accounts/account-state.ts';
import { findClient } from '../../../shared/accounts/clients.ts';
import { readLaneTableRows } from '../../../shared/accounts/lane-tables.ts';
import type { Database } from '../../../shared/db/database.ts';
import type { LaneTableRow } from '../../../shared/transit/table.ts';

/** A client's account file, and its own lanes, if it has any. */
export interface ExportedAccount {
  readonly file: AccountFile;
  readonly lanes: readonly LaneTableRow[] | null;
}

/**
 * Reads the account file that makes an account: applying it to the same client changes nothing. It has no key's secret
 * and no password. `lanesFile` is the file name of the lanes in it. Without it, a client that the file is applied to keeps
 * its present lanes. Throws AppError not_found.
 */
export function exportAccount(
  db: Pick<Database, 'prisma'>,
  slug: string,
  lanesFile?: string,
): Promise<ExportedAccount> {
  return db.prisma.$transaction(
    async (tx) => {
      const client = await findClient(tx, slug);
      const { file, lane_table_id } = await readAccountState(tx, client);
      const isTable = file.transit.provider === 'table';
      return {
        file: {
          ...file,
          transit: { ...file.transit, ...(isTable && lanesFile && { lanes_file: lanesFile }) },
        },
        lanes:
          isTable && lane_table_id !== null ? await readLaneTableRows(tx, client.id, lane_table_id) : null,
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}
