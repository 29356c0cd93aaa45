import { z } from 'zod';
import {
  actor,
  flagQuery,
  moment,
  named,
  paged,
  pageQuery,
  recordId,
  soughtIdentifier,
  soughtText,
} from '../common.ts';
import { periodQuery } from '../period.ts';
import { accountChange, accountView, enabledWarehouses } from './account.ts';

const changes = z.array(accountChange).describe('At most the first thousand.');

export const activationsPage = paged('Activations', {
  activations: z.array(
    z.strictObject({
      activation_id: recordId,
      configuration_id: recordId,
      activated_at: moment,
      by: actor.nullable().describe('null: before history was kept.'),
      action: z.string().nullable(),
      subject: z.string().nullable().describe('What it was done to: settings, warehouses/EWR1, what-ifs/12.'),
      is_current: z.boolean(),
      changes,
    }),
  ),
});

export const configurationView = named('Configuration', {
  configuration_id: recordId,
  created_at: moment,
  is_current: z.boolean(),
  contract_variant: z.enum(['A', 'B']),
  ...accountView.omit({ client: true, api_keys: true, webhooks: true, users: true }).shape,
});

export const restored = named('RestoredConfiguration', {
  dry_run: z.boolean(),
  configuration_id: recordId.nullable(),
  changes,
  enabled: enabledWarehouses,
});

export const auditQuery = pageQuery.extend({
  ...periodQuery,
  who: soughtText(300).optional().describe('A person’s address, or the name of a token.'),
  action: soughtText(100).optional().describe('users.change, or users for all of its kind.'),
  requests: flagQuery('true').describe('false leaves out that operators have looked at the account.'),
});

export const auditEntry = named('AuditEntry', {
  id: recordId,
  at: moment,
  who: actor,
  action: z.string(),
  subject: z.string().describe('What it was done to, as a path of this API.'),
  changes,
  address: z.string().nullable().describe('From where; null: from the service itself, or not recorded.'),
  session_id: z.int().nullable().describe('Of a person: the session by which they did it.'),
});

export const auditPage = paged('AuditLog', { entries: z.array(auditEntry) });

export const serviceAuditQuery = auditQuery.extend({
  client: soughtIdentifier.optional().describe('Slug: only what was done to this client.'),
  without_client: flagQuery('false').describe(
    'true: only what was done to the whole service, as to operators and plans. Not beside client.',
  ),
});

export const serviceAuditPage = paged('ServiceAuditLog', {
  entries: z.array(
    auditEntry
      .extend({ client: z.string().nullable().describe('Slug; null: done to the whole service.') })
      .meta({ id: 'ServiceAuditEntry' }),
  ),
});
