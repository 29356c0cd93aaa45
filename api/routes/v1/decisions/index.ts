import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import {
  decisionParams,
  decisionRecord,
  orderDecisions,
  orderDecisionsQuery,
} from '../../../../shared/contracts/decision.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { why } from '../../../../shared/contracts/why.ts';
import {
  findDecision,
  linesOfOrder,
  type SoughtOrder,
} from '../../../../shared/ledger/decisions/decision-records.ts';
import { whyBytes } from '../../../../shared/runs/why.ts';
import { presentDecision } from '../../../../shared/runs/write-decision-page.ts';
import { sendJson } from '../../../send-json.ts';
import { sendWhole } from '../../../send-long.ts';
import { addOperation, neverRouted, noSuchDecision } from '../responses.ts';
import { sendDecisionPage } from './page.ts';

const OF_AN_EXPLANATION =
  'What each warehouse had at the moment of the decision, how far it is, what it could have shipped and why it was ' +
  'or was not chosen, and which routes were not taken. The numbers are those that the decision saw, whatever has ' +
  'been synced or configured since. The same for both variants.';

/** Stored decisions, shown again as they were first answered, and why they are as they are (docs/reference/results.md). */
export default async function decisions(app: FastifyInstance): Promise<void> {
  const { db } = app.services;

  /** Sends why the decision is as it is. How long that will be follows from the warehouses and the order's lines. */
  async function sendWhy<R extends Pick<FastifyReply, 'type'>>(
    request: Pick<FastifyRequest, 'server' | 'principal'>,
    reply: R,
    order: SoughtOrder,
  ): Promise<R> {
    const { client_id, configuration_id } = request.principal;
    const { configuration } = await loadConfiguration(db, configuration_id);
    const bytes = whyBytes(configuration.warehouses.length, await linesOfOrder(db.pool, order));
    return sendWhole(request, reply, client_id, 'writeWhy', order, bytes);
  }

  addOperation(app, 'Orders', 'GET /decisions/:routing_decision_id', {
    operationId: 'getDecision',
    summary: 'Show a decision again',
    description:
      'The order result byte for byte as it was first answered, whatever has been configured since, and the ' +
      'settings it was made under.',
    params: decisionParams,
    answer: decisionRecord.describe('The decision.'),
    responses: noSuchDecision,
    handle: async ({ params, principal }, reply) => {
      const record = await findDecision(db.pool, principal.ledger_id, params.routing_decision_id);
      const configuration = await loadConfiguration(db, record.configuration_id);
      return sendJson(reply, presentDecision(configuration, record));
    },
  });

  addOperation(app, 'Orders', 'GET /orders/:order_id/decisions', {
    operationId: 'listOrderDecisions',
    summary: 'Show the decisions on an order',
    description: 'Each time the order ID was routed, newest first, as GET /decisions shows one.',
    params: orderParams,
    query: orderDecisionsQuery,
    answer: orderDecisions.describe('A page of decisions.'),
    responses: neverRouted,
    handle: (request, reply) =>
      sendDecisionPage(request, reply, 'decisions', { ...request.params, ...request.query }),
  });

  addOperation(app, 'Orders', 'GET /decisions/:routing_decision_id/why', {
    operationId: 'explainDecision',
    summary: 'Explain a decision',
    description: OF_AN_EXPLANATION,
    params: decisionParams,
    answer: why.describe('The explanation.'),
    responses: noSuchDecision,
    handle: (request, reply) => {
      const { ledger_id } = request.principal;
      return sendWhy(request, reply, { ledger_id, decision_id: request.params.routing_decision_id });
    },
  });

  addOperation(app, 'Orders', 'GET /orders/:order_id/why', {
    operationId: 'explainOrder',
    summary: "Explain an order's latest decision",
    description: `Of an order that was routed several times, the decision that no other has replaced. ${OF_AN_EXPLANATION}`,
    params: orderParams,
    answer: why.describe('The explanation.'),
    responses: neverRouted,
    handle: (request, reply) => {
      const { ledger_id } = request.principal;
      return sendWhy(request, reply, { ledger_id, order_id: request.params.order_id });
    },
  });
}
