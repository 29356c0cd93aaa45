import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dryRun } from '../../../../shared/contracts/account/account.ts';
import { restored } from '../../../../shared/contracts/account/history.ts';
import { dryRunA, dryRunOrderB } from '../../../../shared/contracts/dry-run.ts';
import { accountErrorBody } from '../../../../shared/contracts/errors.ts';
import { readPatch } from '../../../../shared/contracts/intake/strict-body.ts';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { triedDraft, whatIfParams } from '../../../../shared/contracts/what-if.ts';
import { latestDecision } from '../../../../shared/ledger/decisions/decision-records.ts';
import { rerouteStored } from '../../../../shared/runs/reroute-order.ts';
import { storeDraft } from '../../../../shared/work/what-if/draft.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { READ_HERE_BYTES } from '../../operation.ts';
import { addOperation } from '../responses.ts';
import { workOnAccount } from '../work-on-account.ts';

/** What is done with a draft of the account: a what-if is applied, a stored order is tried under it (docs/guides/what-if.md). */
export default async function drafts(app: FastifyInstance): Promise<void> {
  addOperation(app, 'What-if', 'POST /what-ifs/:what_if_id/apply', {
    operationId: 'applyWhatIf',
    summary: 'Apply the draft of a what-if to the account',
    description:
      'Makes the draft the configuration, as one activation whose subject is the what-if. Its inventory is only a ' +
      'hypothesis and is left out. Takes no body.',
    config: { role: 'owner' },
    params: whatIfParams,
    query: dryRun,
    answer: restored,
    responses: {
      412: accountErrorBody.describe('The configuration was changed since the what-if was made.'),
    },
    handle: async (request) => {
      const { dry_run } = request.query;
      const { slug, who } = request.account;
      const { ledger_id } = request.principal;
      const { what_if_id } = request.params;
      const applying = { who, ledger_id, what_if_id, dry_run };
      const applied = await workOnAccount(request, 'applyWhatIf', [slug, applying]);
      return { dry_run, ...applied, configuration_id: dry_run ? null : applied.configuration_id };
    },
  });

  addOperation(app, 'Orders', 'POST /orders/:order_id/try', {
    operationId: 'tryDraft',
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
      return answerBody(app, request, reply, rerouteStored, { order_id, dry_run: { explain: true } });
    },
  });
}
