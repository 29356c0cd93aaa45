import type { Command } from 'commander';
import type { RoutingClient, Schemas } from '../../shared/client/client.ts';
import { counted, whole } from '../terminal/numbers.ts';
import { ProgressDisplay } from '../terminal/progress-display.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { type FileOptions, type FileSource, FORMAT_OPTION, fileSource } from './send-file.ts';
import { CHANGES_PARTS, sendParts } from './send-parts.ts';
import { warningLines } from './warnings.ts';

/** Sends a file of changes of stock, of any length. */
export async function sendChangesFile(
  client: RoutingClient,
  source: FileSource,
  options: FileOptions,
  display: ProgressDisplay,
) {
  const sent = await sendParts<Schemas['ChangedStock']>(client, CHANGES_PARTS, source, options, display);
  const shorts = sent.answers.map(({ short }) => short);
  return {
    ...sent,
    changes: sent.answers.flatMap(({ changes }) => changes),
    short: {
      pairs_short: shorts.reduce((sum, { pairs_short }) => sum + pairs_short, 0),
      pairs: shorts.flatMap(({ pairs }) => pairs),
    },
  };
}

/** Changes that were made, in a line. */
export function changedText({
  changes,
  short,
  isReplay,
}: Pick<Schemas['ChangedStock'], 'changes' | 'short'> & { readonly isReplay: boolean }): string {
  const late = changes.filter(({ applied }) => !applied).length;
  const known = late === 0 ? '' : `, ${whole(late)} of them known to a later count`;
  const lacking = short.pairs_short === 0 ? '' : `; ${counted(short.pairs_short, 'pair')} short`;
  const again = isReplay ? ', made when the same was sent before' : '';
  return `${counted(changes.length, 'change')} of stock${again}${known}${lacking}`;
}

/** `wrs inventory change`: adds units to stock or takes them away. */
export function addChangeCommand(inventory: Command, context: WrsContext): void {
  inventory
    .command('change')
    .description(
      'add units to quantities or take them away, from a file of any length: 10,000 changes at a time, all or none of them',
    )
    .argument('<file>', 'changes as .csv with a header or .json; - for the standard input')
    .addOption(FORMAT_OPTION())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nColumns: sku, warehouse_id, change (below 0: units that went), and optionally\nexpected_quantity, happened_at, reason. ' +
        'Sent again within a day, a file has the\nsame effect once: another reason makes it another file.',
    )
    .action(async (path: string, options: JsonOption & FileOptions, command: Command) => {
      const changed = await context.withSession(command, async ({ client }) => {
        const display = new ProgressDisplay(context.screen);
        const answer = await sendChangesFile(client, await fileSource(path), options, display);
        display.end();
        return answer;
      });
      const { changes, short, warnings } = changed;
      context.print(options.json ? JSON.stringify({ changes, short }) : `${changedText(changed)}.`);
      for (const line of warningLines(warnings)) context.comment(line);
    });
}
