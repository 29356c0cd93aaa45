import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
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
import { findDecision, listDecisions } from '../../../../shared/decisions/stored-decisions.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jsonText } from '../../../../shared/platform/json-text.ts';
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
      const stored = await findDecision(app.services.db, principal.ledger_id, routing_decision_id);
      if (stored === null) {
        throw new AppError('not_found', `There is no routing decision ${routing_decision_id}.`);
      }
      sendJson(reply, presentDecision(stored));
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
      const found = await listDecisions(app.services.db, principal.ledger_id, order_id, {
        before,
        limit: query.limit + 1,
      });
      if (found.length === 0 && before === null) {
        throw new AppError('not_found', `Order ${order_id} was not routed.`);
      }
      const page = found.slice(0, query.limit);
      const next = found.length > page.length ? encodeCursor(page.at(-1)!.decided.id) : null;
      sendJson(
        reply,
        `{"order_id":${jsonText(order_id)},"decisions":[${page.map(presentDecision).join(',')}]` +
          `,"next_cursor":${JSON.stringify(next)}}`,
      );
      return reply;
    },
  );
};

export default decisions;
