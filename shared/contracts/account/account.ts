import { z } from 'zod';
import { flagQuery, named } from '../common.ts';
import { accountFile, apiKey, user, userRole } from './account-file-schema.ts';
import { enabledStock } from './warehouse.ts';
import { webhookView } from './webhooks.ts';

/** A change of an account, as History shows it. */
export const accountChange = named('AccountChange', {
  path: z.string().describe('By path of the account file, list elements by name: warehouses[EWR1].priority.'),
  before: z.unknown().describe('null: it was not there.'),
  after: z.unknown().describe('null: it is no more.'),
});

/** Warehouses that a change enables. */
export const enabledWarehouses = z
  .array(z.strictObject({ warehouse_id: z.string(), stock: enabledStock }))
  .describe('Warehouses that go from disabled to enabled, and how old their stock is.');

/** What is to be known of settings that changed. */
export const settingWarnings = z
  .array(z.string())
  .exactOptional()
  .describe(
    'What is to be known of the settings that change, as how many orders a new reading of counts concerns; left out: nothing.',
  );

/** The whole account file, as it is answered: all lists are complete, and it has no secrets. */
export const accountView = named('Account', {
  client: z.looseObject({ slug: z.string(), name: z.string() }),
  warehouses: z.array(z.looseObject({ warehouse_id: z.string() })),
  settings: z.looseObject({}),
  delivery_calendar: z.looseObject({}).exactOptional().describe('Left out: Monday to Friday.'),
  rates: z
    .looseObject({ currency: z.string() })
    .exactOptional()
    .describe('Left out: nothing is said of costs.'),
  split_penalty: z.number().exactOptional().describe('Left out: 0.'),
  default_unit_weight: z.number().exactOptional().describe('Left out: none.'),
  profiles: z.array(z.looseObject({ partner_id: z.string() })),
  item_controls: z.array(z.looseObject({ sku: z.string(), rule: z.string() })),
  transit: z.looseObject({ provider: z.string() }),
  api_keys: z.array(apiKey),
  webhooks: z.array(webhookView.omit({ etag: true, last_answer: true })),
  users: z
    .array(z.strictObject({ email: z.string(), role: userRole }))
    .describe('People who may sign in, or are invited.'),
});

export const accountBody = accountFile
  .extend({
    users: z
      .array(user.omit({ password: true }))
      .readonly()
      .exactOptional(),
  })
  .meta({ id: 'AccountFile' });

export const appliedAccount = named('AppliedAccount', {
  dry_run: z.boolean(),
  account: accountView,
  changes: z.array(accountChange).describe('What is different now, or would be; none: it was so already.'),
  enabled: enabledWarehouses,
  warnings: settingWarnings,
  api_keys: z
    .array(
      z.strictObject({
        name: z.string(),
        environment: z.enum(['test', 'live']),
        key: z.string().nullable().describe('The key itself, once: when it was created.'),
        created: z.boolean(),
      }),
    )
    .describe('The active keys.'),
  webhooks: z
    .array(
      z.strictObject({
        url: z.string(),
        secret: z.string().nullable().describe('What deliveries are signed with, once: when it was made.'),
      }),
    )
    .describe('The endpoints.'),
  users: z
    .array(z.strictObject({ email: z.string(), invitation_url: z.string().nullable() }))
    .exactOptional()
    .describe(
      'Who is invited now, with the link that is shown this once; null: it is mailed. Left out: nobody.',
    ),
});

export const dryRun = z.object({
  dry_run: flagQuery('false').describe('Answers what would change, and changes nothing.'),
});
