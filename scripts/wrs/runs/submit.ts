import { type Command, Option } from 'commander';
import type { RunView } from '../../../shared/contracts/run.ts';
import { counted } from '../../terminal/numbers.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { type FileOptions, FORMAT_OPTION, fileSource, sendFile } from '../send-file.ts';
import { type ZipOptions, zipOption, zipQuery } from '../warnings.ts';
import { followOption, followToEnd } from './follow.ts';
import { printRun } from './show.ts';

interface SubmitOptions extends FileOptions, JsonOption, ZipOptions {
  readonly follow?: true;
  readonly onInvalid?: 'reject' | 'skip';
  readonly idempotencyKey?: string;
}

/** `wrs runs submit`: sends a file of orders of any size. Memory does not grow with the file. */
export function addSubmitCommand(runs: Command, context: WrsContext): void {
  runs
    .command('submit')
    .description('send a file of orders of any size as a managed run')
    .argument('<file>', 'orders as .ndjson, .jsonl, .csv or .json, also .gz; - for the standard input')
    .addOption(followOption())
    .addOption(FORMAT_OPTION())
    .addOption(
      new Option('--on-invalid <what>', 'what to do with invalid orders').choices(['reject', 'skip']),
    )
    .addOption(zipOption())
    .option('--idempotency-key <key>', 'the same key and file give the same run')
    .option('--gzip', 'compress the upload')
    .addOption(jsonOption())
    .action((file: string, options: SubmitOptions, command: Command) =>
      context.withSession(command, async (session) => {
        const { onInvalid, idempotencyKey } = options;
        const display = new ProgressDisplay(context.screen);
        const query = { ...(onInvalid && { on_invalid: onInvalid }), ...zipQuery(options) };
        const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
        const path = `/api/v1/runs?${new URLSearchParams(query)}`;
        const source = await fileSource(file);
        const accepted = await sendFile<RunView>(
          session.client,
          path,
          source,
          { ...options, headers },
          display,
        );
        const orders = counted(accepted.orders_considered, 'order');
        display.writeLine(`Run ${accepted.routing_run_id} was accepted: ${orders}.`);
        // Nobody would work on it after a service of this command alone.
        const waits = options.follow === true || session.own;
        const run = waits ? await followToEnd(accepted, session, context) : accepted;
        await printRun(run, options, session.client, context);
      }),
    );
}
