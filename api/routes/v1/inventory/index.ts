import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  inventorySyncRequest,
  inventorySyncResponse,
  sourceNameQuery,
  stockPage,
  stockQuery,
  toInventoryRows,
} from '../../../../shared/contracts/inventory.ts';
import { isPlainInventory } from '../../../../shared/contracts/plain-inventory.ts';
import { answerOnce } from '../../../../shared/idempotency/answer-once.ts';
import { inventoryCsv } from '../../../../shared/intake/csv-schemas.ts';
import { syncInventory } from '../../../../shared/inventory/sync.ts';
import { idempotencyHeaders, idempotentRequestOf } from '../../../idempotency.ts';
import csvBody, { csvOf } from '../../../plugins/csv-body.ts';
import { unlessPlain } from '../../../plugins/validation.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, commonErrors, idempotencyErrors } from '../responses.ts';
import { readCsvSnapshot } from './csv-snapshot.ts';
import { refuseSnapshot } from './refuse-snapshot.ts';
import { readStockPage } from './stock-page.ts';

/** What decisions are made on (routing-service-api.md section 4.2). */
const inventory: FastifyPluginAsyncZod = async (app) => {
  await app.register(csvBody);

  app.post(
    '/inventory',
    {
      config: { ownBodies: { 'text/csv': inventoryCsv } },
      schema: {
        operationId: 'syncInventory',
        tags: ['Inventory'],
        summary: 'Sync an inventory snapshot',
        description:
          'Upserts available quantity by SKU and warehouse, all rows or none, and releases active reservations ' +
          '(Variant A). Rows that are not sent stay as they are: send 0 for out of stock. Up to 10,000 rows, or ' +
          "the plan's where they are fewer. As CSV, faults are told by line. Does not count as usage.",
        headers: idempotencyHeaders,
        querystring: sourceNameQuery,
        body: inventorySyncRequest,
        response: {
          200: inventorySyncResponse.describe('The snapshot was taken.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
      validatorCompiler: unlessPlain(isPlainInventory),
      preValidation: async (request) => {
        if (csvOf(request) === null) refuseSnapshot(request.body, request.principal.plan);
      },
    },
    async (request, reply) => {
      const { body, principal, query } = request;
      const csv = csvOf(request);
      const idempotency = idempotentRequestOf(request);
      const json = await answerOnce(
        app.services.db,
        principal.ledger_id,
        idempotency,
        async ({ response }) => response!,
        async () => {
          const snapshot = csv
            ? { source_name: query.source_name ?? null, ...(await readCsvSnapshot(csv, principal)) }
            : {
                source_name: body.source_name ?? null,
                rows: toInventoryRows(body, principal.contract_variant),
              };
          return JSON.stringify(await syncInventory(app.services, principal, snapshot, idempotency));
        },
      );
      sendJson(reply, json);
      return reply;
    },
  );

  app.get(
    '/inventory',
    {
      schema: {
        operationId: 'listInventory',
        tags: ['Inventory'],
        summary: 'Show the stock as the service knows it',
        description: 'The latest snapshot and what active reservations hold of it, by SKU and warehouse.',
        querystring: stockQuery,
        response: { 200: stockPage.describe('A page of stock.'), ...commonErrors },
      },
    },
    async ({ query, principal }) => readStockPage(app.services.db.pool, principal.ledger_id, query),
  );
};

export default inventory;
