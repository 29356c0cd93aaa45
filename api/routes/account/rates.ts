import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listPrices } from '../../../shared/account/import-tables.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import {
  currency,
  priceListsPage,
  ratesPatch,
  ratesView,
  uploadedPrices,
} from '../../../shared/contracts/account/rates.ts';
import { shortPageQuery, soughtIdentifier } from '../../../shared/contracts/common.ts';
import { decodeCursor, pageOf } from '../../../shared/contracts/cursor.ts';
import { decimalAmount } from '../../../shared/transit/rates/price-file.ts';
import { takeFormats, unsupportedType } from '../../bodies/formats.ts';
import { addPart } from './part-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

const TAG = 'Configuration';

/** Some 200,000 prices. */
const TABLE_LIMIT_BYTES = 8 * 1024 * 1024;

const position = z.strictObject({ warehouse_id: z.string(), zone: z.string() });

/** What shipments cost: rates, and the table of prices. */
export default async function rates(app: FastifyInstance): Promise<void> {
  takeFormats(app, 'csv');

  addPart(app, {
    part: 'rates',
    path: '/rates',
    view: ratesView,
    show: { operationId: 'getRates', summary: 'Show what shipments cost' },
    change: {
      method: 'PATCH',
      operationId: 'changeRates',
      summary: 'Change what shipments cost',
      description: 'What is left out stays. Prices are uploaded to /rates/prices.',
      body: ratesPatch,
      check: z.looseObject({}),
    },
    remove: {
      operationId: 'removeRates',
      summary: 'Remove the rates',
      description: 'Nothing is said of costs any more. The prices stay, unused.',
    },
  });

  addOperation(app, TAG, 'POST /rates/prices', {
    operationId: 'uploadPrices',
    summary: 'Upload prices',
    description:
      'CSV with the columns warehouse_id (* is every warehouse), zone, max_weight and price. The prices of each ' +
      'warehouse in it are replaced, those of others stay. An account without rates has them from now on, by miles. A ' +
      'table with faults changes nothing; each fault names its line.',
    config: { role: 'owner' },
    query: dryRun.extend({
      currency: currency.optional().describe('Left out: the present one, or USD.'),
    }),
    bodyLimit: TABLE_LIMIT_BYTES,
    bodies: { 'text/csv': z.string() },
    answer: uploadedPrices,
    handle: async (request) => {
      const { account, query, wholeBody } = request;
      if (wholeBody?.format !== 'csv') throw unsupportedType(request);
      const table = { text: wholeBody.bytes, currency: query.currency ?? null };
      const act = { who: account.who, dry_run: query.dry_run };
      const answer = await workOnAccount(request, 'importPrices', [account.slug, table, act]);
      return { ...answer, rate_table_id: query.dry_run ? null : answer.rate_table_id };
    },
  });

  addOperation(app, TAG, 'GET /rates/prices', {
    operationId: 'listPrices',
    summary: 'List prices',
    description: 'By warehouse and zone (numbers by their size), the prices by weight.',
    config: { role: 'member' },
    query: shortPageQuery('Price lists').extend({
      warehouse_id: soughtIdentifier
        .optional()
        .describe('Only the prices of this warehouse; * is every one.'),
      q: soughtIdentifier.optional().describe('A part of the warehouse ID or of the zone.'),
    }),
    answer: priceListsPage,
    handle: async ({ account, query: { warehouse_id = null, q = '', cursor, limit } }) => {
      const after = cursor === undefined ? null : decodeCursor(position, cursor);
      const page = { warehouse_id, sought: q.trim().toLowerCase(), after, limit: limit + 1 };
      const found = await listPrices(app.services.db, account.slug, page);
      const { page: lists, next_cursor } = pageOf(found, limit, ({ warehouse_id, zone }) => ({
        warehouse_id,
        zone,
      }));
      return {
        price_lists: lists.map(({ warehouse_id, zone, max_weights, prices }) => ({
          warehouse_id,
          zone,
          prices: max_weights.map((weight, index) => ({
            max_weight: decimalAmount(weight),
            price: decimalAmount(prices[index]!),
          })),
        })),
        next_cursor,
      };
    },
  });
}
