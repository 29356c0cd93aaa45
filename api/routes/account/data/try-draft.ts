import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { dryRunA, dryRunOrderB } from '../../../../shared/contracts/dry-run.ts';
import { readPatch } from '../../../../shared/contracts/intake/strict-body.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { triedDraft } from '../../../../shared/contracts/what-if.ts';
import { latestDecision } from '../../../../shared/ledger/decisions/decision-records.ts';
import { storeDraft } from '../../../../shared/work/what-if/draft.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { READ_HERE_BYTES } from '../../operation.ts';
import { addOperation } from '../responses.ts';

/** POST /account/v1/orders/{order_id}/try (docs/guides/what-if.md). */
const tryDraft: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /orders/:order_id/try', {
    operationId: 'tryDraft',
    tag: 'Orders',
    summary: 'Try a stored order under a draft of the account',
    description:
      'Decides and explains the order as it was sent last, on the present stock, in which its own reservation is free. ' +
      'Nothing is stored of it, reserved, released or counted. A dry run of its reroute says what the account itself decides.',
    params: orderParams,
    bodies: { 'application/json': triedDraft },
    bodyLimit: READ_HERE_BYTES,
    answer: z.union([dryRunA, dryRunOrderB]).describe('What would be decided.'),
    handle: async (request, reply) => {
      const { db } = app.services;
      const { order_id } = request.params;
      await latestDecision(db.pool, request.principal.ledger_id, order_id);
      const sent = readPatch(triedDraft, request.wholeBody);
      const drafted = await storeDraft(db, request.principal, triedDraft.parse(sent).draft);
      request.principal = { ...request.principal, configuration_id: drafted };
      // The reroute itself has no conditions.
      request.wholeBody = null;
      return answerBody(app, request, reply, 'rerouteStored', { order_id, dry_run: { explain: true } });
    },
  });
};

export default tryDraft;
