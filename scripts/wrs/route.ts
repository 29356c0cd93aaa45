import type { Command } from 'commander';
import type { Schemas } from '../../shared/client/client.ts';
import { dataOf } from './client.ts';
import type { WrsContext } from './command.ts';
import { Unreachable, UsageError } from './failures.ts';
import { type Json, json } from './options.ts';
import { parseJson, readText } from './read-file.ts';
import { type AnyResult, resultsTable, resultText, statusCounts } from './result-text.ts';

type Answer = AnyResult | { readonly results: readonly AnyResult[] };

/** `wrs route`: an order or a batch, answered at once. */
export function addRouteCommand(wrs: Command, context: WrsContext): void {
  wrs
    .command('route')
    .description('route one order or a batch, and print what was decided')
    .argument(
      '<file>',
      'an order, a list of orders or an object with orders as JSON, or an order a line as .ndjson',
    )
    .addOption(json())
    .action(async (path: string, options: Json, command: Command) => {
      const body = ordersOf(path, await readText(path));
      const single = !('orders' in body);
      const answer = await context.withSession(command, ({ client }) =>
        dataOf<Answer | Schemas['Run']>(
          // What is wrong with the orders is the service's to say.
          single
            ? client.api.POST('/api/v1/orders/route', { body: body as Schemas['OrderInput'] })
            : client.api.POST('/api/v1/orders/batch-route', { body: body as Schemas['OrderBatchInput'] }),
        ),
      );
      if ('progress' in answer) throw new Unreachable('The service took the batch as a managed run.');
      const results = 'results' in answer ? answer.results : [answer];
      const text = single
        ? results.map(resultText).join('\n')
        : `${resultsTable(results)}\n${results.length} orders: ${statusCounts(results)}`;
      context.out.write(`${options.json ? JSON.stringify(answer) : text}\n`);
    });
}

/** The body to send: an order as it is, several as a batch. */
export function ordersOf(path: string, text: string): object {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    const lines = text.split('\n').map((line, index) => ({ line, place: `${path} line ${index + 1}` }));
    const orders = lines
      .filter(({ line }) => line.trim() !== '')
      .map(({ line, place }) => parseJson(line, place));
    return { orders };
  }
  const content = parseJson(text, path);
  if (Array.isArray(content)) return { orders: content };
  if (typeof content === 'object' && content !== null) return content;
  throw new UsageError(`${path}: it must be an order, a list of orders or an object with orders`);
}
