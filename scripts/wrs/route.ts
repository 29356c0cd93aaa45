import type { Command } from 'commander';
import { dataOf, type RoutingClient, type Schemas, Unreachable } from '../../shared/client/client.ts';
import type { IntakeWarning } from '../../shared/contracts/intake-warning.ts';
import type { Optimization } from '../../shared/contracts/optimization.ts';
import { optimizationSentence } from '../../shared/contracts/optimization-sentence.ts';
import { countStatuses } from '../../shared/ledger/status-counts.ts';
import { batchText } from '../terminal/batch-text.ts';
import { decisionText, type SentOrder } from '../terminal/decision-text.ts';
import { counted, whole } from '../terminal/numbers.ts';
import { isPriced, type OrderResult } from '../terminal/order-result.ts';
import { statusTable } from '../terminal/status-table.ts';
import { paragraph } from '../terminal/table.ts';
import type { WrsContext } from './context.ts';
import { UsageError } from './failures.ts';
import { fileKind } from './file-format.ts';
import { type JsonOption, jsonOption, positive } from './options.ts';
import { parseJsonText, readBytes, textOf } from './read-file.ts';
import { resultsTable } from './result-text.ts';
import { type FileOptions, FORMAT_OPTION } from './send-file.ts';
import { warningLines, type ZipOptions, zipOption, zipQuery } from './warnings.ts';
import { explanationText, whyLook } from './why-text.ts';
import { withCurrency } from './with-currency.ts';

interface RouteCommandOptions extends JsonOption, FileOptions, ZipOptions {
  readonly limit: number;
  readonly dryRun: boolean;
  readonly explain: boolean;
}

/** A dry run has no run. */
type Batch = {
  readonly results: readonly OrderResult[];
  readonly routing_run_id?: number | null;
  readonly warnings?: readonly IntakeWarning[];
  readonly optimization?: Optimization;
};
type Answer = Batch | OrderResult;

/** What is sent: one order, a batch, or a batch as CSV. */
type Sent = { readonly order: SentOrder } | { readonly batch: object } | { readonly csv: Uint8Array };

/** `wrs route`: an order or a batch, answered at once. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument(
      '<file>',
      'an order, a list of orders or an object with orders as .json; an order a line as .ndjson; a line of an ' +
        'order a row as .csv; - for the standard input (JSON unless --format says otherwise)',
    )
    .addOption(FORMAT_OPTION())
    .option('--limit <number>', 'maximum number of orders to list', positive, 50)
    .option('--dry-run', 'decide on current stock without saving anything', false)
    .option('--explain', 'with --dry-run: show why each order would be decided so', false)
    .addOption(zipOption())
    .addOption(jsonOption())
    .action(async (path: string, options: RouteCommandOptions, command: Command) => {
      if (options.explain && !options.dryRun) {
        throw new UsageError('--explain needs --dry-run. For an order that was routed: npx wrs why ORDER_ID');
      }
      const sent = sentOrders(path, await readBytes(path, context), options);
      await context.withSession(command, async ({ client }) => {
        const answer = await send(client, sent, options);
        if (options.json) return context.print(JSON.stringify(answer));
        const results = 'results' in answer ? answer.results : [answer];
        const shown = await withCurrency(context, client, results.some(isPriced));
        if ('order' in sent) printOrder(answer, sent.order, shown);
        else printBatch(answer as Batch, options, shown);
        printWhys(results.slice(0, options.limit), shown);
        for (const line of warningLines((answer as Batch).warnings)) context.comment(line);
      });
    });
}

/** The orders of a file. The service finds their faults. */
function sentOrders(path: string, bytes: Uint8Array, options: FileOptions): Sent {
  const format = options.format ?? fileKind(path).format ?? 'json';
  if (format === 'csv') return { csv: bytes };
  const text = textOf(bytes, path);
  if (format === 'ndjson') {
    const lines = text.split('\n').map((line, index) => ({ line, place: `${path} line ${index + 1}` }));
    const filled = lines.filter(({ line }) => line.trim() !== '');
    return { batch: { orders: filled.map(({ line, place }) => parseJsonText(line, place)) } };
  }
  const content = parseJsonText(text, path);
  if (Array.isArray(content)) return { batch: { orders: content } };
  if (typeof content !== 'object' || content === null) {
    throw new UsageError(`${path}: it must be an order, a list of orders or an object with orders`);
  }
  return 'orders' in content ? { batch: content } : { order: content as SentOrder };
}

async function send(client: RoutingClient, sent: Sent, options: RouteCommandOptions): Promise<Answer> {
  const answer = await answerTo(client, sent, options);
  if ('progress' in answer) throw new Unreachable('The service took the batch as a managed run.');
  return answer as Answer;
}

function answerTo(
  client: RoutingClient,
  sent: Sent,
  { dryRun, explain, ...options }: RouteCommandOptions,
): Promise<Answer | Schemas['Run']> {
  const query = { ...(dryRun && { dry_run: 'true' as const }), ...(explain && { explain: 'true' as const }) };
  const params = { query };
  if ('csv' in sent) {
    const headers = { 'content-type': 'text/csv' };
    const search = new URLSearchParams({ ...query, ...zipQuery(options) });
    return client.upload(`/api/v1/orders/batch-route?${search}`, headers, () => [sent.csv]);
  }
  if ('batch' in sent) {
    const body = sent.batch as Schemas['OrderBatchInput'];
    return dataOf<Answer | Schemas['Run']>(client.api.POST('/api/v1/orders/batch-route', { params, body }));
  }
  const body = sent.order as Schemas['OrderInput'];
  return dataOf<Answer>(client.api.POST('/api/v1/orders/route', { params, body }));
}

function printOrder(answer: Answer, sent: SentOrder, context: WrsContext): void {
  const result = 'results' in answer ? answer.results[0]! : answer;
  context.print(decisionText(result, context.look, context.shown(sent)));
  if (!result.routing_decision_id) {
    context.print(context.look.paint.faint(DRY_RUN));
    return;
  }
  const runId = 'results' in answer ? answer.routing_run_id : null;
  const run = runId ? `, run ${runId}` : '';
  context.print(context.look.paint.faint(`Decision ${result.routing_decision_id}${run}.`));
  if (runId) suggestResults(runId, context, false);
  else context.suggest('All runs of this key', 'runs list');
}

const DRY_RUN = 'Dry run: nothing was saved.';

/** Prints why each order would be decided so, if --explain was given. */
function printWhys(results: readonly OrderResult[], context: WrsContext): void {
  for (const { order_id, why } of results) {
    if (why === undefined) continue;
    context.print(`\n${order_id}: ${why.status}\n\n${explanationText(why, whyLook(context))}`);
  }
}

function printBatch(
  { results, routing_run_id, optimization }: Batch,
  { limit }: RouteCommandOptions,
  context: WrsContext,
): void {
  const { look } = context;
  const listed = results.slice(0, limit);
  context.print(`${resultsTable(listed, look)}\n`);
  if (listed.length < results.length) {
    context.print(`The first ${whole(listed.length)} of ${whole(results.length)} orders.\n`);
  }
  const title = routing_run_id ? `Run ${routing_run_id}` : 'Dry run (nothing saved)';
  context.print(`${title}: ${counted(results.length, 'order')}\n`);
  context.print(`${statusTable(countStatuses(results), look)}\n\n${batchText(results, look)}`);
  if (optimization) context.print(`\n${paragraph(optimizationSentence(optimization), look.columns)}`);
  if (!routing_run_id) return;
  suggestResults(
    routing_run_id,
    context,
    results.some(({ status }) => status === 'NONE'),
  );
}

function suggestResults(run: number, context: WrsContext, noneShips: boolean): void {
  if (noneShips) context.suggest('What cannot ship', `runs results ${run} --status NONE`);
  context.suggest('As a file', `runs results ${run} --csv --output results.csv`);
}
