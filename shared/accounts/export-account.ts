import type { Database } from '../db/database.ts';
import type { LaneTableRow } from '../transit/lane-file.ts';
import type { AccountFile } from './account-file.ts';
import { listApiKeys } from './api-keys.ts';
import { findClient } from './clients.ts';
import { readLaneTable } from './lane-tables.ts';
import { loadRoutingSetup } from './routing-setup.ts';

/** A client's account as a file of it, and its own lanes where it has any. */
export interface ExportedAccount {
  readonly file: AccountFile;
  readonly lanes: readonly LaneTableRow[] | null;
}

/**
 * Reads an account as the file that would make it: applying it to the same client changes nothing. It holds no
 * key's secret and no password. `lanesFile` is the name it gives the lanes; without it a client that the file is
 * applied to keeps the lanes it has. Throws AppError not_found.
 */
export function exportAccount(
  db: Pick<Database, 'prisma'>,
  slug: string,
  lanesFile?: string,
): Promise<ExportedAccount> {
  return db.prisma.$transaction(
    async (tx) => {
      const client = await findClient(tx, slug);
      const setup = await loadRoutingSetup(tx, client.id);
      const { provider, lane_table_id, options } = setup.transit;
      const keys = await listApiKeys(tx, client.id);
      const users = await tx.user.findMany({
        where: { clientId: client.id, disabledAt: null },
        orderBy: { id: 'asc' },
      });
      const file: AccountFile = {
        client: {
          slug,
          name: client.name,
          contract_variant: client.contractVariant,
          plan: client.planCode,
          subscription_status: client.subscriptionStatus,
          active: client.active,
          routed_orders_limit: client.routedOrdersLimit,
          inventory_rows_limit: client.inventoryRowsLimit,
        },
        warehouses: setup.warehouses,
        settings: setup.settings,
        profiles: setup.profiles,
        item_controls: setup.item_controls,
        transit: {
          provider,
          ...options,
          ...(provider === 'table' && lanesFile && { lanes_file: lanesFile }),
        } as NonNullable<AccountFile['transit']>,
        api_keys: keys
          .filter((key) => key.revoked_at === null)
          .map(({ name, environment }) => ({ name, environment })),
        users: users.map(({ email, role }) => ({ email, role: role === 'owner' ? 'owner' : 'member' })),
      };
      return {
        file,
        lanes:
          provider !== 'table' || lane_table_id === null
            ? null
            : await readLaneTable(tx, client.id, lane_table_id),
      };
    },
    { isolationLevel: 'RepeatableRead' },
  );
}
