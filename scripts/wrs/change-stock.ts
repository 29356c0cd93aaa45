import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { counted, whole } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, FORMAT_OPTION, fileSource, sendFile } from './send-file.ts';

/** Changes that were made, in a line. */
export function changedText({ changes, short }: Schemas['ChangedStock']): string {
  const late = changes.filter(({ applied }) => !applied).length;
  const known = late === 0 ? '' : `, ${whole(late)} of them known to a later count`;
  const lacking = short.pairs_short === 0 ? '' : `; ${counted(short.pairs_short, 'pair')} short`;
  return `${counted(changes.length, 'change')} of stock${known}${lacking}`;
}

/** `wrs inventory change`: adds units to stock or takes them away. */
export function addChangeCommand(inventory: Command, context: WrsContext): void {
  inventory
    .command('change')
    .description(
      'add units to quantities or take them away, from a file of up to 10,000 changes, all or none of it',
    )
    .argument('<file>', 'changes as .csv with a header or .json; - for the standard input')
    .addOption(FORMAT_OPTION())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nColumns: sku, warehouse_id, change (below 0: units that went), and optionally\nexpected_quantity, happened_at, reason.',
    )
    .action(async (path: string, options: JsonOption & FileOptions, command: Command) => {
      const changed = await context.withSession(command, async ({ client }) => {
        const display = new ProgressDisplay(context.screen);
        const source = await fileSource(path);
        const url = '/api/v1/inventory/changes';
        const answer = await sendFile<Schemas['ChangedStock']>(client, url, source, options, display);
        display.end();
        return answer;
      });
      context.print(options.json ? JSON.stringify(changed) : `${changedText(changed)}.`);
    });
}
