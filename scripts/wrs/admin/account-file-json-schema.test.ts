import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../../demo/demo-account.ts';
import { accountFileJsonSchema } from './account-file-json-schema.ts';
import { keysOf } from './account-file-keys.ts';

const schema = accountFileJsonSchema();

describe('the keys of the account file', () => {
  it('says which addresses of a carrier are refused', () => {
    const { description } = keysOf(schema).find(({ path }) => path === 'transit.url')!;
    expect(description).toContain('begins with https:// or http:// and has no user, query or fragment');
    expect(description).toContain('With a credential it begins with https://');
  });

  it('has a description for every key', () => {
    expect(keysOf(schema).filter(({ description }) => description === '')).toEqual([]);
  });
});

describe('the schema of the account file', () => {
  it.each<[string, object, boolean]>([
    ['the demo account', DEMO_ACCOUNT, true],
    [
      'a client alone, with the schema named',
      { $schema: './account.schema.json', client: { slug: 'a' } },
      true,
    ],
    ['an unknown key', { client: { slug: 'a' }, warehouse: [] }, false],
    [
      'a ZIP that is no text',
      { client: { slug: 'a' }, warehouses: [{ warehouse_id: 'E', zip: 8837 }] },
      false,
    ],
    [
      'a rule without its days',
      { client: { slug: 'a' }, item_controls: [{ sku: 'A', rule: 'max_transit_days' }] },
      false,
    ],
  ])('judges %s', (_case, file, isValid) => {
    expect(new Ajv2020({ strict: false, formats: { email: true } }).validate(schema, file)).toBe(isValid);
  });
});
