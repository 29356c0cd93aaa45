import { type Command, Option } from 'commander';
import { noClient } from '../../../shared/account/clients.ts';
import { readCapacity } from '../../../shared/operations/insight/read-capacity.ts';
import { counted } from '../../terminal/numbers.ts';
import { tableText } from '../../terminal/table.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';

interface CapacityOptions extends JsonOption {
  readonly client: string;
  readonly environment: 'test' | 'live';
}

/** `wrs admin capacity`: the places of warehouses that are taken and left. */
export function addCapacityCommand(admin: Command, context: WrsContext): void {
  admin
    .command('capacity')
    .description(
      'show the shipments that leave warehouses in the next two weeks, and the places that are left',
    )
    .requiredOption('--client <slug>', 'the client')
    .addOption(
      new Option('-e, --environment <name>', 'the environment').choices(['test', 'live']).default('live'),
    )
    .addOption(jsonOption())
    .action(async ({ client, environment, json }: CapacityOptions) => {
      const capacity = await context.withDatabase(async (db) => {
        const { rows } = await db.pool.query<{ ledger_id: number; configuration_id: number }>(
          `SELECT l.id AS ledger_id, c.configuration_id FROM clients c JOIN ledgers l ON l.client_id = c.id
           WHERE c.slug = $1 AND l.environment = $2::environment AND c.configuration_id IS NOT NULL`,
          [client, environment],
        );
        if (rows[0] === undefined) throw noClient(client);
        return readCapacity(db, rows[0], {}, new Date());
      });
      if (json) return context.print(JSON.stringify(capacity));
      if (capacity.warehouses.length === 0) return context.print('No warehouse has a capacity.');
      const days = capacity.warehouses.flatMap(({ days, ...warehouse }) =>
        days.filter(({ taken }) => taken > 0).map((day) => ({ ...warehouse, ...day })),
      );
      if (days.length === 0)
        return context.print(`No place of ${counted(capacity.warehouses.length, 'warehouse')} is taken.`);
      const table = tableText<(typeof days)[number]>(
        [
          ['Warehouse', ({ warehouse_id }) => warehouse_id],
          ['Day', ({ date }) => date],
          ['Taken', ({ taken }) => String(taken), 'right'],
          ['Left', ({ left }) => String(left ?? 'no limit'), 'right'],
          ['A day', ({ shipments_per_day }) => String(shipments_per_day ?? '-'), 'right'],
        ],
        context.shown(days),
        context.look.columns,
      );
      context.print(table);
    });
}
