import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { loadConfiguration } from '../../../../shared/accounts/configurations.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/contracts/cursor.ts';
import {
  decisionParams,
  decisionRecord,
  orderDecisions,
  orderDecisionsParams,
  orderDecisionsQuery,
  presentDecision,
} from '../../../../shared/contracts/decision.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import type { Database } from '../../../../shared/db/database.ts';
import { jsonText } from '../../../../shared/foundation/json-text.ts';
import {
  type DecisionRecord,
  findDecision,
  listDecisions,
} from '../../../../shared/routing/decisions/decision-records.ts';
import { sendJson } from '../../../send-json.ts';
import { commonErrors } from '../responses.ts';

const position = z.int().min(1);

/** Stored decisions, shown again as they were first answered. */
const decisions: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/decisions/:routing_decision_id',
    {
      schema: {
        operationId: 'getDecision',
        tags: ['Orders'],
        summary: 'Show a decision again',
        description:
          'The order result byte for byte as it was first answered, whatever has been configured since, and the ' +
          'settings it was made under.',
        params: decisionParams,
        response: {
          200: decisionRecord.describe('The decision.'),
          ...commonErrors,
          404: errorBody.describe("No such decision in the key's environment."),
        },
      },
    },
    async ({ params, principal }, reply) => {
      const { routing_decision_id } = params;
      const { db } = app.services;
      sendJson(
        reply,
        await present(db, await findDecision(db.pool, principal.ledger_id, routing_decision_id)),
      );
      return reply;
    },
  );

  app.get(
    '/orders/:order_id/decisions',
    {
      schema: {
        operationId: 'listOrderDecisions',
        tags: ['Orders'],
        summary: 'Show the decisions on an order',
        description: 'Each time the order ID was routed, newest first, as GET /decisions shows one.',
        params: orderDecisionsParams,
        querystring: orderDecisionsQuery,
        response: {
          200: orderDecisions.describe('A page of decisions.'),
          ...commonErrors,
          404: errorBody.describe("No order of this ID was routed in the key's environment."),
        },
      },
    },
    async ({ params, query, principal }, reply) => {
      const { order_id } = params;
      const before = query.cursor === undefined ? null : decodeCursor(position, query.cursor);
      const { db } = app.services;
      const { limit } = query;
      const page = await listDecisions(db.pool, principal.ledger_id, order_id, { before, limit });
      const decisions = await Promise.all(page.decisions.map((record) => present(db, record)));
      const next = page.next === null ? null : encodeCursor(page.next);
      sendJson(
        reply,
        `{"order_id":${jsonText(order_id)},"decisions":[${decisions.join(',')}]` +
          `,"next_cursor":${JSON.stringify(next)}}`,
      );
      return reply;
    },
  );
};

async function present(db: Database, record: DecisionRecord): Promise<string> {
  return presentDecision(await loadConfiguration(db, record.configuration_id), record);
}

export default decisions;
