import type { FastifyPluginAsync } from 'fastify';
import { dryRun } from '../../../../shared/contracts/account/account.ts';
import { restored } from '../../../../shared/contracts/account/history.ts';
import { accountErrorBody } from '../../../../shared/contracts/errors.ts';
import { whatIfParams } from '../../../../shared/contracts/what-if.ts';
import { addOperation } from '../responses.ts';
import { workOnAccount } from '../work-on-account.ts';

/** POST /account/v1/what-ifs/{what_if_id}/apply (docs/guides/what-if.md). */
const apply: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /what-ifs/:what_if_id/apply', {
    operationId: 'applyWhatIf',
    tag: 'What-if',
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
};

export default apply;
