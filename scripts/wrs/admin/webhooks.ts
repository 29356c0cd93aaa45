import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { addElement, removeElement } from '../../../shared/account/account-lists.ts';
import { rotateWebhookSecret } from '../../../shared/account/change-client.ts';
import { findClient } from '../../../shared/account/clients.ts';
import { listWebhooks } from '../../../shared/account/webhook-endpoints.ts';
import {
  type deliveryPage,
  type lastAnswer,
  soughtStatus,
  WEBHOOK_EVENTS,
} from '../../../shared/contracts/account/webhooks.ts';
import type { Database } from '../../../shared/db/database.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import {
  findDelivery,
  lastAnswers,
  listDeliveries,
  sendAgain,
  sendTestEvent,
} from '../../../shared/work/webhooks/deliveries.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption, positive } from '../options.ts';
import { readPages } from '../pages.ts';
import { overlapOption } from './keys.ts';

type LastAnswer = NonNullable<z.output<typeof lastAnswer>>;
type Delivery = (typeof deliveryPage)['_output']['deliveries'][number];

const answerText = ({ status, error, at }: LastAnswer) => `${status ?? error} (${localTime(at)})`;

/** `wrs admin webhooks`: the endpoints of a client, and what was sent to them. */
export function addWebhookCommands(admin: Command, context: WrsContext): void {
  const webhooks = admin
    .command('webhooks')
    .description('webhook endpoints of a client, and their deliveries');
  const listed = { list: 'webhooks', who: COMMAND_LINE, if_match: undefined } as const;
  const secretOf = (secret: string) => {
    context.print(secret);
    context.comment('Copy the secret now: it is not shown again. Your system verifies deliveries with it.');
  };
  const inClient = <T>(slug: string, work: (db: Database, client_id: number) => Promise<T>) =>
    context.withDatabase(async (db) => work(db, (await findClient(db.prisma, slug)).id));

  webhooks
    .command('add')
    .description('add an endpoint and print its secret once')
    .argument('<slug>', 'client')
    .argument('<url>', 'https URL')
    .argument('<events...>', WEBHOOK_EVENTS.join(', '))
    .addOption(jsonOption())
    .action(async (slug: string, url: string, events: string[], { json }: JsonOption) => {
      const { secret } = await context.withDatabase((db) =>
        addElement(db, { ...listed, slug }, { url, events }),
      );
      if (json) context.print(JSON.stringify({ url, secret }));
      else secretOf(secret!);
    });

  webhooks
    .command('list')
    .description('list the endpoints of a client with their last answers')
    .argument('<slug>', 'client')
    .addOption(jsonOption())
    .action(async (slug: string, { json }: JsonOption) => {
      const list = await inClient(slug, async (db, client_id) => {
        const answers = await lastAnswers(db.pool, client_id);
        return (await listWebhooks(db.prisma, client_id)).map(({ url, events, enabled }) => ({
          ...{ url, events, enabled },
          last_answer: answers.get(url) ?? null,
        }));
      });
      if (json) return context.print(JSON.stringify(list));
      if (list.length === 0) return context.print(`${slug} has no endpoints.`);
      const table = tableText<(typeof list)[number]>(
        [
          ['URL', ({ url }) => url, 'wrap'],
          ['EVENTS', ({ events }) => events.join(', '), 'wrap'],
          ['', ({ enabled }) => (enabled ? 'on' : 'off')],
          ['LAST ANSWER', ({ last_answer: last }) => (last ? answerText(last) : ''), 'wrap'],
        ],
        context.shown(list),
        context.look.columns,
      );
      context.print(table);
      context.suggest('What was sent', `admin webhooks deliveries ${slug}`);
    });

  webhooks
    .command('remove')
    .description('remove an endpoint with its deliveries')
    .argument('<slug>', 'client')
    .argument('<url>')
    .action(async (slug: string, url: string) => {
      await context.withDatabase((db) => removeElement(db, { ...listed, slug }, url));
      context.comment(`Removed ${url}.`);
    });

  webhooks
    .command('rotate')
    .description(
      'print a new secret once; for a day, or for the hours that are given, deliveries are signed with both',
    )
    .argument('<slug>', 'client')
    .argument('<url>')
    .addOption(overlapOption())
    .addOption(jsonOption())
    .action(async (slug: string, url: string, options: JsonOption & { overlapHours: number }) => {
      const wanted = { url, overlap_hours: options.overlapHours };
      const rotated = await context.withDatabase((db) =>
        rotateWebhookSecret(db, { slug, who: COMMAND_LINE }, wanted),
      );
      const { json } = options;
      if (json) context.print(JSON.stringify(rotated));
      else secretOf(rotated.secret);
    });

  webhooks
    .command('test')
    .description('send an endpoint a test event')
    .argument('<slug>', 'client')
    .argument('<url>')
    .action(async (slug: string, url: string) => {
      const id = await inClient(slug, (db, client_id) => sendTestEvent(db.pool, client_id, url));
      context.comment(`Delivery ${id} is sent as soon as a worker runs.`);
      context.suggest('Its answer', `admin webhooks delivery ${slug} ${id}`);
    });

  webhooks
    .command('deliveries')
    .description('list deliveries of the last 30 days, newest first')
    .argument('<slug>', 'client')
    .option('--url <url>', 'only those to this endpoint')
    .addOption(new Option('--status <status>', 'only those of this status').choices(soughtStatus.options))
    .option('--limit <number>', 'how many', positive, 50)
    .addOption(jsonOption())
    .action(async (slug: string, options: JsonOption & DeliveryOptions) => {
      const { url, status, limit } = options;
      const { elements, more } = await inClient(slug, (db, client_id) =>
        readPages(limit, async (page) => {
          const { deliveries, next_cursor } = await listDeliveries(db.pool, client_id, {
            url,
            status,
            ...page,
          });
          return { elements: deliveries, next_cursor };
        }),
      );
      if (options.json) return context.print(JSON.stringify(elements));
      if (elements.length === 0) return context.print('No deliveries in the last 30 days that match.');
      context.print(deliveryTable(context.shown(elements), context.look.columns));
      if (more) context.comment(`There are more than ${limit}: --limit shows them.`);
    });

  webhooks
    .command('delivery')
    .description('show a delivery with its body and its answer, as JSON')
    .argument('<slug>', 'client')
    .argument('<id>', 'delivery', positive)
    .action(async (slug: string, id: number) => {
      const delivery = await inClient(slug, (db, client_id) => findDelivery(db.pool, client_id, id));
      context.print(JSON.stringify(delivery, null, 2));
    });

  webhooks
    .command('send')
    .description('send a delivery again')
    .argument('<slug>', 'client')
    .argument('<id>', 'delivery', positive)
    .action(async (slug: string, id: number) => {
      await inClient(slug, (db, client_id) => sendAgain(db.pool, client_id, id));
      context.comment(`Delivery ${id} is sent again as soon as a worker runs.`);
    });
}

interface DeliveryOptions {
  readonly url?: string;
  readonly status?: z.output<typeof soughtStatus>;
  readonly limit: number;
}

function deliveryTable(deliveries: readonly Delivery[], columns: number): string {
  return tableText<Delivery>(
    [
      ['ID', ({ delivery_id }) => String(delivery_id)],
      ['EVENT', ({ type }) => type],
      ['STATUS', ({ status }) => status],
      ['ANSWER', ({ response_status, error }) => String(response_status ?? error ?? ''), 'wrap'],
      ['TRIES', ({ attempts }) => String(attempts), 'right'],
      ['AT', ({ created_at }) => localTime(created_at)],
      ['URL', ({ url }) => url, 'shorten'],
    ],
    deliveries,
    columns,
  );
}
