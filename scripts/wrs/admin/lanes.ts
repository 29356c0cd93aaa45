import { type Command, Option } from 'commander';
import { type ImportedLanes, importLanes } from '../../../shared/account/import-tables.ts';
import { LAYOUT_NAMES } from '../../../shared/transit/import/read-lane-table.ts';
import { counted } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { readText } from '../read-file.ts';

interface ImportOptions {
  readonly client: string;
  readonly layout: string;
  readonly warehouse?: string;
  readonly service?: string;
  readonly use?: true;
  readonly json?: true;
}

/** `wrs admin lanes …`. Faults of a table are thrown as AppError validation_failed. */
export function addLanesCommands(admin: Command, context: WrsContext): void {
  const lanes = admin.command('lanes').description("clients' own lanes");
  lanes
    .command('import')
    .description('import a table of days or zones, as carriers publish it, as the lanes of a client')
    .argument('<file>', 'table (CSV); - for the standard input')
    .requiredOption('--client <slug>', 'client')
    .addOption(new Option('--layout <layout>', 'layout of the table').choices(LAYOUT_NAMES).default('auto'))
    .option('--warehouse <id>', 'import the lanes of this warehouse only')
    .option('--service <name>', "column of a carrier's chart (default: ground)")
    .option('--use', 'make the client use the table')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe lanes of warehouses that are not in the table stay as they are.')
    .action(async (path: string, options: ImportOptions) => {
      const text = await readText(path, context);
      const imported = await context.withDatabase((db) =>
        importLanes(db, options.client, {
          text,
          layout: options.layout,
          warehouse_id: options.warehouse ?? null,
          service: options.service ?? null,
          use: options.use === true,
        }),
      );
      if (options.json) return context.print(JSON.stringify(imported));
      for (const line of describe(options.client, imported)) context.print(line);
      if (imported.provider === 'table') {
        context.suggest('The account with its lanes', `admin export ${options.client} --lanes lanes.csv`);
      }
    });
}

function describe(
  slug: string,
  { layout, warehouses, lane_table_id, provider, changed }: ImportedLanes,
): string[] {
  return [
    `${slug}: read as ${layout}, lane table ${lane_table_id}${changed ? '' : ', nothing changed'}`,
    ...warehouses.map(({ warehouse_id, lanes }) => `  ${warehouse_id}: ${counted(lanes, 'lane')}`),
    ...(provider === 'table'
      ? []
      : [`  not used yet: the provider of ${slug} is ${provider}; pass --use to switch it to the table`]),
  ];
}
