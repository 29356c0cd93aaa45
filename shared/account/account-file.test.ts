import { describe, expect, it } from 'vitest';
import { AppError } from '../foundation/errors/app-error.ts';
import { parseAccountFile } from './account-file.ts';

/** The faults of a file, as `path: message`. */
function faultsOf(content: unknown): string[] {
  try {
    parseAccountFile(content);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('validation_failed');
    return (error as AppError).faults!.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** The paths of the faults of a file that holds `part` beside a client. */
function faultPaths(part: Record<string, unknown>): string[] {
  return faultsOf({ client: { slug: 'acme' }, ...part }).map((fault) => fault.slice(0, fault.indexOf(': ')));
}

const EWR1 = { warehouse_id: 'EWR1', zip: '08837' };
const ATL1 = { warehouse_id: 'ATL1', zip: '30213' };

const SECRET = 'EZAK-so-very-secret';
const EASYPOST = {
  provider: 'http',
  adapter: 'easypost',
  credential: 'env:TRANSIT_CREDENTIAL_ACME',
  carrier: 'usps',
  service: 'groundadvantage',
};

describe('parseAccountFile', () => {
  it('leaves out what the file leaves out', () => {
    expect(parseAccountFile({ client: { slug: 'acme' }, settings: { ranking: 'priority' } })).toEqual({
      client: { slug: 'acme' },
      settings: { ranking: 'priority' },
    });
  });

  it('takes several rules on one SKU, and several restrict and max_transit_days', () => {
    const rules = [
      { sku: 'A', rule: 'restrict', warehouse_ids: ['EWR1', 'ATL1'] },
      { sku: 'A', rule: 'restrict', warehouse_ids: ['EWR1'] },
      { sku: 'A', rule: 'max_transit_days', days: 3 },
      { sku: 'A', rule: 'max_transit_days', days: 3 },
      { sku: 'A', rule: 'prefer', warehouse_ids: ['EWR1'] },
      { sku: 'A', rule: 'prefer', warehouse_ids: ['ATL1'] },
      { sku: 'A', rule: 'do_not_split' },
      { sku: 'B', rule: 'do_not_split' },
    ];
    expect(faultPaths({ item_controls: rules })).toEqual([]);
  });
});

describe('a fault of an account file', () => {
  it('names the file itself where it is no object', () => {
    expect(faultsOf([])).toEqual(['file: must be an object, not an array']);
  });

  it('says what is wrong', () => {
    expect(
      faultsOf({
        client: { slug: 'acme' },
        warehouses: [EWR1, { ...ATL1, zip: '3021' }, { warehouse_id: 'X', zip: '00000' }],
      }),
    ).toEqual([
      'warehouses[1].zip: must be a five-digit ZIP code',
      'warehouses[2].zip: 00000 is not a known ZIP code',
    ]);
    expect(faultsOf({ client: { slug: 'acme' }, warehouses: [EWR1, ATL1, EWR1] })).toEqual([
      'warehouses[2].warehouse_id: repeats warehouses[0]',
      'warehouses[2].warehouse_code: repeats warehouses[0]',
    ]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown key', { warehouse: [] }, ['warehouse']],
    ['an unknown key of the client', { client: { slug: 'acme', colour: 1 } }, ['client.colour']],
    ['a slug with a blank', { client: { slug: 'a c' } }, ['client.slug']],
    [
      'a negative limit',
      { client: { slug: 'acme', routed_orders_limit: -1 } },
      ['client.routed_orders_limit'],
    ],
    ['a warehouse without a ZIP', { warehouses: [{ warehouse_id: 'A' }] }, ['warehouses[0].zip']],
    [
      'a blank warehouse_id',
      { warehouses: [{ ...EWR1, warehouse_id: ' ' }] },
      ['warehouses[0].warehouse_id'],
    ],
    ['an id with a NUL', { warehouses: [{ ...EWR1, warehouse_id: 'a\0' }] }, ['warehouses[0].warehouse_id']],
    [
      'a lone surrogate',
      { warehouses: [{ ...EWR1, warehouse_id: '\ud800' }] },
      ['warehouses[0].warehouse_id'],
    ],
    ['a priority of zero', { warehouses: [{ ...EWR1, priority: 0 }] }, ['warehouses[0].priority']],
    ['an unknown key of a warehouse', { warehouses: [{ ...EWR1, zipp: 1 }] }, ['warehouses[0].zipp']],
    [
      'a warehouse code used twice',
      { warehouses: [EWR1, { ...ATL1, warehouse_code: 'EWR1' }] },
      ['warehouses[1].warehouse_code'],
    ],
    ['an unknown setting', { settings: { max_transit: 1 } }, ['settings.max_transit']],
    [
      'a warn without its days',
      { settings: { max_transit_days: { mode: 'warn' } } },
      ['settings.max_transit_days.days'],
    ],
    [
      'a block without its value',
      { settings: { minimum_shipment_value: { mode: 'block', value: null } } },
      ['settings.minimum_shipment_value.value'],
    ],
    [
      'a negative value',
      { settings: { minimum_shipment_value: { mode: 'warn', value: -1 } } },
      ['settings.minimum_shipment_value.value'],
    ],
    ['no shipment at all', { settings: { max_shipments: 0 } }, ['settings.max_shipments']],
    [
      'a block without its number in a profile',
      { profiles: [{ partner_id: 'p', settings: { max_transit_days: { mode: 'block' } } }] },
      ['profiles[0].settings.max_transit_days.days'],
    ],
    [
      'the settings of a run in a profile',
      {
        profiles: [
          {
            partner_id: 'p',
            settings: {
              use_inventory_availability: false,
              priority_allocation: false,
              consume_inventory_during_batch: false,
            },
          },
        ],
      },
      [
        'profiles[0].settings.use_inventory_availability',
        'profiles[0].settings.priority_allocation',
        'profiles[0].settings.consume_inventory_during_batch',
      ],
    ],
    [
      'a partner_id used twice',
      { profiles: [{ partner_id: 'p' }, { partner_id: 'q' }, { partner_id: 'p' }] },
      ['profiles[2].partner_id'],
    ],
    [
      'a warehouse listed twice in a profile',
      { profiles: [{ partner_id: 'p', warehouse_ids: ['A', 'A'] }] },
      ['profiles[0].warehouse_ids[1]'],
    ],
    [
      'a restrict to nothing',
      { item_controls: [{ sku: 'A', rule: 'restrict' }] },
      ['item_controls[0].warehouse_ids'],
    ],
    [
      'a prefer of an empty list',
      { item_controls: [{ sku: 'A', rule: 'prefer', warehouse_ids: [] }] },
      ['item_controls[0].warehouse_ids'],
    ],
    [
      'a field of another rule',
      { item_controls: [{ sku: 'A', rule: 'hold', warehouse_ids: ['A'] }] },
      ['item_controls[0].warehouse_ids'],
    ],
    [
      'a fallback of a rule that has none',
      { item_controls: [{ sku: 'A', rule: 'exclude', warehouse_ids: ['A'], fallback: 'allow' }] },
      ['item_controls[0].fallback'],
    ],
    [
      'a max_transit_days rule without days',
      { item_controls: [{ sku: 'A', rule: 'max_transit_days' }] },
      ['item_controls[0].days'],
    ],
    [
      'a rule that occurs twice',
      {
        item_controls: [
          { sku: 'A', rule: 'hold', note: 'x' },
          { sku: 'A', rule: 'hold', note: 'y' },
        ],
      },
      ['item_controls[1].rule'],
    ],
    [
      'a preference that occurs twice',
      {
        item_controls: [
          { sku: 'A', rule: 'prefer', warehouse_ids: ['A', 'B'] },
          { sku: 'A', rule: 'prefer', warehouse_ids: ['B', 'A'] },
        ],
      },
      ['item_controls[1].rule'],
    ],
    ['a carrier without its service', { transit: { ...EASYPOST, service: ' ' } }, ['transit.service']],
    [
      'a percentile that nobody reckons',
      { transit: { ...EASYPOST, percentile: 80 } },
      ['transit.percentile'],
    ],
    ['a key instead of its name', { transit: { ...EASYPOST, credential: SECRET } }, ['transit.credential']],
    [
      'another variable of the environment',
      { transit: { ...EASYPOST, credential: 'env:DATABASE_URL' } },
      ['transit.credential'],
    ],
    ['a key beside its name', { transit: { ...EASYPOST, api_key: SECRET } }, ['transit.api_key']],
    ...[
      'ftp://rates.example/lanes',
      'file:///etc/passwd',
      `https://user:${SECRET}@rates.example/lanes`,
      `https://rates.example/lanes?key=${SECRET}`,
      'https://rates.example/lanes?',
      'https://rates.example/lanes#a',
      'rates.example',
    ].map((url): [string, Record<string, unknown>, string[]] => [
      `the address ${url}`,
      { transit: { provider: 'http', adapter: 'json', url } },
      ['transit.url'],
    ]),
    [
      'a credential in the clear',
      { transit: { ...EASYPOST, url: 'http://rates.example/lanes' } },
      ['transit.url'],
    ],
    [
      'a call of too many lanes',
      { transit: { provider: 'http', adapter: 'json', url: 'https://rates.example', lanes_per_call: 1001 } },
      ['transit.lanes_per_call'],
    ],
    [
      'lanes for a provider without',
      { transit: { provider: 'zone', lanes_file: 'x' } },
      ['transit.lanes_file'],
    ],
    [
      'a key that occurs twice',
      {
        api_keys: [
          { name: 'a', environment: 'test' },
          { name: 'a', environment: 'live' },
          { name: 'a', environment: 'test' },
        ],
      },
      ['api_keys[2].name'],
    ],
    ['an operator', { users: [{ email: 'a@b.example', role: 'operator' }] }, ['users[0].role']],
    ['no address', { users: [{ email: 'a', role: 'owner' }] }, ['users[0].email']],
    [
      'a short password',
      { users: [{ email: 'a@b.example', role: 'owner', password: 'short' }] },
      ['users[0].password'],
    ],
    [
      'an address that occurs twice',
      {
        users: [
          { email: 'a@b.example', role: 'owner' },
          { email: 'A@b.example', role: 'member' },
        ],
      },
      ['users[1].email'],
    ],
  ])('names the path of %s', (_case, part, paths) => {
    expect(faultPaths(part)).toEqual(paths);
  });

  it.each([
    'https://rates.example/lanes',
    'http://localhost:8080/lanes',
    'http://127.0.0.1/lanes',
    'http://[::1]:8080',
  ])('takes a carrier that is called at %s with a credential', (url) => {
    const transit = { provider: 'http', adapter: 'json', url, credential: EASYPOST.credential };
    expect(parseAccountFile({ client: { slug: 'acme' }, transit }).transit).toEqual({
      ...transit,
      lanes_per_call: 100,
    });
  });

  it('takes a carrier in the clear where no credential is sent', () => {
    const transit = { provider: 'http', adapter: 'json', url: 'http://rates.internal/lanes' };
    expect(faultPaths({ transit })).toEqual([]);
  });

  it('quotes nothing that may be a secret', () => {
    const faults = [
      { ...EASYPOST, credential: SECRET, api_key: SECRET },
      { ...EASYPOST, url: `https://${SECRET}@rates.example` },
      { ...EASYPOST, url: `https://rates.example?key=${SECRET}` },
    ].flatMap((transit) => faultsOf({ client: { slug: 'acme' }, transit }));
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toContain(SECRET);
  });
});
