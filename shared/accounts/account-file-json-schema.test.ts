import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { DEMO_ACCOUNT } from '../demo/demo-account.ts';
import { projectRoot } from '../platform/project-root.ts';
import { accountFileJsonSchema } from './account-file-json-schema.ts';
import { keysOf } from './account-file-keys.ts';

const BEGIN = '<!-- keys: made from the schema, see shared/accounts/account-file-docs.test.ts -->\n';
const END = '<!-- end of keys -->';

const schema = accountFileJsonSchema();

/** What a file of docs/ holds; with UPDATE_GOLDEN=1, `made` is written first. */
function documented(name: string, made: (present: string) => string): { present: string; wanted: string } {
  const path = join(projectRoot, 'docs', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, made(readFileSync(path, 'utf8')));
  const present = readFileSync(path, 'utf8');
  return { present, wanted: made(present) };
}

function keyTable(): string {
  const rows = keysOf(schema).map(({ path, required, values, description }) => {
    const sentences = required ? `${description} Required.` : description;
    return `| \`${path}\` | ${values} | ${sentences} |`;
  });
  return ['| key | values | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

describe('docs/account-file.md', () => {
  it('lists every key of the schema with its description', () => {
    const { present, wanted } = documented('account-file.md', (text) => {
      const from = text.indexOf(BEGIN) + BEGIN.length;
      return text.slice(0, from) + keyTable() + text.slice(text.indexOf(END));
    });
    expect(present).toBe(wanted);
  });

  it('says which addresses of a carrier are refused', () => {
    const { description } = keysOf(schema).find(({ path }) => path === 'transit.url')!;
    expect(description).toContain('begins with https:// or http:// and has no user, query or fragment');
    expect(description).toContain('With a credential it begins with https://');
  });

  it('has a description for every key', () => {
    expect(keysOf(schema).filter(({ description }) => description === '')).toEqual([]);
  });
});

describe('docs/account-file.schema.json', () => {
  it('is the schema that the service checks files with', () => {
    const { present, wanted } = documented(
      'account-file.schema.json',
      () => `${JSON.stringify(schema, null, 2)}\n`,
    );
    expect(present).toBe(wanted);
  });

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
