import type { AccountFileInput } from '../../../shared/account/account-file.ts';
import { allSettings, DEFAULT_ACCOUNT_SETTINGS } from '../../../shared/contracts/account/settings.ts';
import { paragraph } from '../../terminal/table.ts';
import { accountFileJsonSchema } from './account-file-json-schema.ts';
import { type AccountFileKey, keysOf } from './account-file-keys.ts';

const INDENT = '  ';
const COMMENT_WIDTH = 96;

/** An account file that can be applied unchanged. A comment explains every key. */
export function exampleAccountFile(slug: string): string {
  const keys = new Map(keysOf(accountFileJsonSchema()).map((key) => [key.path, key]));
  return [
    `// The account of ${slug}. Change it and apply it, again and again: applying it twice changes nothing.`,
    `//   npx wrs admin apply ${slug}.jsonc`,
    '// A key that is left out stays as it is; a list that is given is the whole list. More is in',
    '// docs/reference/account-file.md.',
    written(exampleAccount(slug), '', '', keys),
  ].join('\n');
}

/**
 * Keys that are only in a comment, so that an unchanged example makes no user with a known password and needs no other file. None
 * is the last key of its object.
 */
const COMMENTED_OUT: ReadonlySet<string> = new Set([
  'users',
  'webhooks',
  'rates',
  'split_penalty',
  'default_unit_weight',
  'warehouses[].clear_stock',
  'warehouses[].handling',
]);

function exampleAccount(slug: string): AccountFileInput {
  return {
    client: {
      slug,
      name: slug,
      contract_variant: 'A',
      plan: 'pro',
      subscription_status: 'active',
      active: true,
      require_second_factor: false,
      routed_orders_limit: null,
      inventory_rows_limit: null,
    },
    warehouses: [
      {
        warehouse_id: 'EWR1',
        warehouse_code: 'W-001',
        warehouse_name: 'Edison NJ',
        zip: '08837',
        enabled: true,
        clear_stock: true,
        priority: 1,
        calendar: {
          time_zone: 'America/New_York',
          cut_off: '15:00',
          processing_days: 0,
          ship_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
          closed_dates: ['2026-12-25'],
        },
        capacity: { shipments_per_day: 400, when_full: 'later' },
        handling: { per_shipment: 1.1, per_line: 0.2, per_unit: 0.05 },
        safety_stock: 2,
      },
      { warehouse_id: 'ONT1', warehouse_name: 'Ontario CA', zip: '91761', priority: 2 },
    ],
    settings: {
      ...allSettings(DEFAULT_ACCOUNT_SETTINGS),
      max_transit_days: { mode: 'warn', days: 4 },
    },
    profiles: [
      {
        partner_id: 'marketplace',
        name: 'Marketplace',
        enabled: true,
        settings: { split_shipment: 'block' },
        warehouse_ids: null,
      },
    ],
    item_controls: [
      {
        sku: 'LAMP-1',
        rule: 'restrict',
        warehouse_ids: ['EWR1'],
        fallback: 'block',
        note: 'battery licence',
      },
      { sku: 'TENT-1', rule: 'max_transit_days', days: 3 },
      { sku: 'BOOT-1', rule: 'hold', note: 'recall' },
      { sku: 'SOFA-1', rule: 'safety_stock', units: 1 },
    ],
    delivery_calendar: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], closed_dates: ['2026-12-25'] },
    rates: {
      currency: 'USD',
      zones: { by: 'miles', upto: [50, 150, 300, 600, 1000, 1400, 1800] },
      prices_file: 'prices.csv',
    },
    split_penalty: 2.5,
    default_unit_weight: 1,
    transit: { provider: 'zone' },
    webhooks: [{ url: 'https://shop.example/hooks', events: ['run.completed', 'run.failed'] }],
    users: [{ email: `owner@${slug}.example`, role: 'owner', password: 'at least eight characters' }],
    api_keys: [
      { name: 'store', environment: 'live', scopes: null, expires_at: null, allowed_addresses: null },
      { name: 'ci', environment: 'test' },
    ],
  };
}

/** A value as JSON. The description of each key is before its first use. */
function written(value: unknown, path: string, indent: string, keys: Map<string, AccountFileKey>): string {
  const deeper = indent + INDENT;
  if (Array.isArray(value) && typeof value[0] === 'object') {
    const elements = value.map((element) => deeper + written(element, `${path}[]`, deeper, keys));
    return `[\n${elements.join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const comment = commentOn(at, deeper, keys);
    const text = `${comment}${deeper}${JSON.stringify(name)}: ${written(member, at, deeper, keys)}`;
    return COMMENTED_OUT.has(at)
      ? text.replaceAll(new RegExp(`^${deeper}(?!//)`, 'gm'), `${deeper}// `)
      : text;
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** The comment on a key. Deletes the key from `keys`, so that it has only one comment. */
function commentOn(path: string, indent: string, keys: Map<string, AccountFileKey>): string {
  const key = keys.get(path);
  keys.delete(path);
  return key === undefined || key.description === ''
    ? ''
    : paragraph(key.description, COMMENT_WIDTH).replaceAll(/^/gm, `${indent}// `).concat('\n');
}
