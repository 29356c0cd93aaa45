import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { decisionParams } from '../../../../shared/contracts/decision.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderHistoryParams } from '../../../../shared/contracts/order-history.ts';
import { why } from '../../../../shared/contracts/why.ts';
import { whyDecision, whyOrder } from '../../../../shared/routing/why.ts';
import { sendJson } from '../../../send-json.ts';
import { commonErrors } from '../responses.ts';

const DESCRIPTION =
  'What each warehouse had at the moment of the decision, how far it is, what it could have shipped and why it was ' +
  'or was not chosen, and which routes were not taken. The numbers are those that the decision saw, whatever has ' +
  'been synced or configured since. The same for both variants.';

/** Why decisions are as they are (docs/reference/results.md). */
const whys: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/decisions/:routing_decision_id/why',
    {
      schema: {
        operationId: 'explainDecision',
        tags: ['Orders'],
        summary: 'Explain a decision',
        description: DESCRIPTION,
        params: decisionParams,
        response: {
          200: why.describe('The explanation.'),
          ...commonErrors,
          404: errorBody.describe("No such decision in the key's environment."),
        },
      },
    },
    async ({ params, principal }, reply) => {
      const { routing_decision_id } = params;
      const found = await whyDecision(app.services, principal.ledger_id, routing_decision_id);
      return sendJson(reply, JSON.stringify(found));
    },
  );

  app.get(
    '/orders/:order_id/why',
    {
      schema: {
        operationId: 'explainOrder',
        tags: ['Orders'],
        summary: "Explain an order's latest decision",
        description: `Of an order that was routed several times, the decision that was committed last. ${DESCRIPTION}`,
        params: orderHistoryParams,
        response: {
          200: why.describe('The explanation.'),
          ...commonErrors,
          404: errorBody.describe("No order of this ID was routed in the key's environment."),
        },
      },
    },
    async ({ params, principal }, reply) => {
      const found = await whyOrder(app.services, principal.ledger_id, params.order_id);
      return sendJson(reply, JSON.stringify(found));
    },
  );
};

export default whys;
