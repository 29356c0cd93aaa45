import { type Command, InvalidArgumentError } from 'commander';
import { dataOf, type Schemas } from '../../shared/client/client.ts';
import type { Look } from '../terminal/look.ts';
import { counted, money } from '../terminal/numbers.ts';
import { pairs } from '../terminal/table.ts';
import type { WrsContext } from './context.ts';
import { type JsonOption, jsonOption } from './options.ts';
import { withCurrency } from './with-currency.ts';

interface PromiseOptions extends JsonOption {
  readonly deliverBy?: string;
  readonly asOf?: string;
}

interface CartLine {
  readonly sku: string;
  readonly quantity: number;
}

/** `wrs promise`: when a cart would arrive. */
export function define(command: Command, context: WrsContext): void {
  command
    .argument('<zip>', 'destination ZIP')
    .argument('<lines...>', 'SKU=UNITS, such as CHAIR-01=2', cartLine, [])
    .option('--deliver-by <date>', 'the last day on which it may arrive, YYYY-MM-DD')
    .option('--as-of <moment>', 'count dates from another moment (ISO 8601)')
    .addOption(jsonOption())
    .action((destination_zip: string, lines: CartLine[], options: PromiseOptions, command: Command) =>
      context.withSession(command, async ({ client }) => {
        const { deliverBy: deliver_by, asOf: as_of } = options;
        const answer = await dataOf(
          client.api.POST('/api/v1/promise', {
            params: { query: as_of === undefined ? {} : { as_of } },
            body: { destination_zip, carts: [{ lines, ...(deliver_by && { deliver_by }) }] },
          }),
        );
        const [promise] = answer.results;
        if (options.json) return context.print(JSON.stringify(answer));
        const { look } = await withCurrency(context, client, promise!.total_cost !== null);
        context.print(promiseText(promise!, look));
        if (promise!.shipment_count > 0 && promise!.delivery_date === null)
          context.comment('A date needs a calendar of each warehouse that ships, in the account file.');
      }),
    );
}

function cartLine(text: string, lines: readonly CartLine[]): CartLine[] {
  const [, sku, units] = /^(.+)=(\d+)$/.exec(text) ?? [];
  if (sku === undefined) throw new InvalidArgumentError('It must be SKU=UNITS.');
  return [...lines, { sku, quantity: Number(units) }];
}

function promiseText(promise: Schemas['Promise'], look: Look): string {
  const { status, units_available, units_requested, shipment_count } = promise;
  const { ship_date, delivery_date, order_by, total_cost } = promise;
  return pairs([
    [
      'Ships',
      `${units_available} of ${counted(units_requested, 'unit')} (${status}) in ${counted(shipment_count, 'shipment')}`,
    ],
    ['Leaves', ship_date ?? 'no date'],
    ['Arrives', delivery_date ?? 'no date'],
    ['Order by', order_by ?? 'no limit'],
    ...(total_cost === null ? [] : [['Costs', money(total_cost, look)] as const]),
  ]);
}
