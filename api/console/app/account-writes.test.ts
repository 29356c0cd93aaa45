import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const read = (...path: string[]) => readFileSync(join(projectRoot, ...path), 'utf8');

/** Every write of the account API, from the types that its document is made into: `patch settings`. */
function allWrites(): string[] {
  const [paths] = read('shared', 'client', 'account-api.d.ts').split(/^}$/m);
  return paths!
    .split(/^"(?=\/account\/v1)/m)
    .slice(1)
    .flatMap((part) => {
      const path = part.slice('/account/v1/'.length, part.indexOf('"'));
      const methods = [...part.matchAll(/^(post|put|patch|delete): \{/gm)].map(([, method]) => method);
      return methods.map((method) => `${method} ${path}`);
    });
}

/** How the console asks before a write: the file, and what in it asks. */
const ASKS: Readonly<
  Record<
    string,
    readonly [
      file: string,
      by: 'useDoor' | 'useSavedForm' | 'confirm' | 'FileStep' | 'TableUpload' | 'isTrial' | 'Modal',
    ]
  >
> = {
  // The one door: what changes in words, Live orders, Undo.
  'patch settings': ['configuration/settings-page.tsx', 'useDoor'],
  'post warehouses': ['configuration/warehouse-form.tsx', 'useSavedForm'],
  'patch warehouses/{warehouse_id}': ['configuration/warehouse-form.tsx', 'useSavedForm'],
  'post warehouses/{warehouse_id}/move': ['configuration/warehouse-table.tsx', 'useDoor'],
  'post profiles': ['configuration/profile-form.tsx', 'useSavedForm'],
  'patch profiles/{partner_id}': ['configuration/profile-form.tsx', 'useSavedForm'],
  'delete profiles/{partner_id}': ['configuration/profiles-page.tsx', 'useDoor'],
  'post item-controls': ['configuration/item-rule-form.tsx', 'useSavedForm'],
  'patch item-controls/{rule_id}': ['configuration/item-rule-form.tsx', 'useSavedForm'],
  'delete item-controls/{rule_id}': ['configuration/item-control-page.tsx', 'useDoor'],
  'patch transit': ['configuration/transit-page.tsx', 'useDoor'],
  'patch rates': ['rates/rates-form.tsx', 'useSavedForm'],
  'delete rates': ['rates/rates-page.tsx', 'useDoor'],
  'put delivery-calendar': ['configuration/delivery-calendar.tsx', 'useSavedForm'],
  'delete delivery-calendar': ['configuration/delivery-calendar.tsx', 'useDoor'],
  'patch webhooks/{url}': ['webhooks/endpoint-forms.tsx', 'useSavedForm'],
  'post what-ifs/{what_if_id}/apply': ['what-ifs/apply-button.tsx', 'useDoor'],
  // A file is tried, and says what it changes.
  'put account': ['configuration/list-file.tsx', 'FileStep'],
  'post transit/lanes': ['configuration/lane-table.tsx', 'TableUpload'],
  'post rates/prices': ['rates/rates-page.tsx', 'TableUpload'],
  'post inventory/uploads': ['inventory/stock-upload.tsx', 'FileStep'],
  // They name numbers first.
  'post configurations/{configuration_id}/restore': ['history/versions.tsx', 'isTrial'],
  'post inventory/changes': ['inventory/correct-stock.tsx', 'Modal'],
  'post orders/{order_id}/release': ['orders/release-dialog.tsx', 'Modal'],
  'post orders/{order_id}/reroute': ['orders/reroute-dialog.tsx', 'Modal'],
  'post bulk-actions': ['bulk-actions/bulk-dialog.tsx', 'Modal'],
  'post runs/reroute': ['runs/run-causes.tsx', 'confirm'],
  'post runs/{routing_run_id}/cancel': ['runs/run-page.tsx', 'confirm'],
  'delete api-keys/{id}': ['people/api-access-page.tsx', 'confirm'],
  'delete tokens/{id}': ['people/api-access-page.tsx', 'confirm'],
  'post api-keys/{id}/roll': ['people/roll-access.tsx', 'Modal'],
  'post tokens/{id}/roll': ['people/roll-access.tsx', 'Modal'],
  'patch users/{email}': ['people/users-page.tsx', 'confirm'],
  'delete users/{email}': ['people/users-page.tsx', 'confirm'],
  'delete users/{email}/second-factor': ['people/users-page.tsx', 'confirm'],
  'put sso': ['sign-on/sso-page.tsx', 'confirm'],
  'delete sso': ['sign-on/sso-page.tsx', 'confirm'],
  'delete webhooks/{url}': ['webhooks/endpoint-table.tsx', 'confirm'],
  'post webhooks/{url}/rotate': ['webhooks/webhooks-page.tsx', 'confirm'],
};

/** They add, ask or read, or are about the person alone: nothing that is there already changes for others. */
const HARMLESS = [
  ...[
    'post api-keys',
    'post tokens',
    'post users',
    'post webhooks',
    'post clients',
    'post what-ifs',
    'post runs',
  ],
  ...['post known-orders', 'post ship-days', 'post orders/{order_id}/try', 'post orders/{order_id}/confirm'],
  ...[
    'post webhooks/{url}/test',
    'post webhook-deliveries/{delivery_id}/send',
    'post runs/{routing_run_id}/retry',
  ],
  ...['post sso/test', 'post sso/domains/{domain}/check', 'post what-ifs/{what_if_id}/cancel'],
  ...['delete what-ifs/{what_if_id}', 'post session/forgot', 'post session/invitation', 'post session/reset'],
  ...['post session', 'delete session', 'delete sessions', 'delete sessions/{id}', 'put session/password'],
  ...['post session/confirm', 'post session/link', 'post session/sso', 'post session/sso/confirm'],
  ...['post session/sso/link', 'post session/sso/logout', 'post second-factor', 'delete second-factor'],
  ...['post second-factor/confirm', 'post second-factor/recovery-codes'],
];

/** An operator's form of one client: what it changes stands in its fields, and it asks nothing. */
const OF_OPERATORS = ['patch clients/{slug}'];

/** The console has no button for them. */
const OF_PROGRAMS = [
  ...[
    'post inventory',
    'post orders/route',
    'post orders/batch-route',
    'delete orders/{order_id}/raw_order_data',
  ],
  ...[
    'patch settings/{name}',
    'delete settings/{name}',
    'delete warehouses/{warehouse_id}',
    'delete transit',
  ],
  ...[
    'post bulk-actions/{bulk_action_id}/cancel',
    'patch plans/{code}',
    'post clients/{slug}/sso-domains/{domain}/prove',
  ],
];

it('asks before every write of the account API, names numbers first, or it is harmless', () => {
  const known = [...Object.keys(ASKS), ...HARMLESS, ...OF_OPERATORS, ...OF_PROGRAMS];
  expect(allWrites().toSorted()).toEqual(known.toSorted());
});

it.each(Object.entries(ASKS))('%s is asked where it stands', (_write, [file, by]) => {
  expect(read('api', 'console', 'features', ...file.split('/'))).toContain(by);
});
