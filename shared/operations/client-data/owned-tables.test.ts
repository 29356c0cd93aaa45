import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../foundation/project-root.ts';
import { OTHER_TABLES, OWNED_TABLES } from './owned-tables.ts';

const schema = readFileSync(join(projectRoot, 'prisma/schema.prisma'), 'utf8');
const models = [...schema.matchAll(/^model \w+ \{\n(?<body>[\s\S]*?)^\}/gm)].map(({ groups }) => ({
  table: /@@map\("(\w+)"\)/.exec(groups!.body!)![1]!,
  columns: [...groups!.body!.matchAll(/^ {2}(\w+) +(\w+)/gm)].map(([, name, type]) => ({
    name: name!,
    type: type!,
  })),
}));

it('every table of schema.prisma is erased and exported with its client, or is listed with the reason why not', () => {
  const listed = [...OWNED_TABLES.map(({ table }) => table), ...Object.keys(OTHER_TABLES)];
  expect(listed.toSorted()).toEqual(models.map(({ table }) => table).sort());
});

it('no table with a client or a ledger counts as one of nobody', () => {
  const owned = models.filter(({ columns }) =>
    columns.some(({ name }) => name === 'client_id' || name === 'ledger_id'),
  );
  expect(owned.map(({ table }) => table).filter((table) => table in OTHER_TABLES)).toEqual([]);
});

it('hashes and secrets are in no export', () => {
  const shown = models.flatMap(({ table, columns }) => {
    const owned = OWNED_TABLES.find((each) => each.table === table);
    return columns
      .filter(({ name, type }) => type === 'Bytes' || /hash|secret|seed/.test(name))
      .filter(({ name }) => owned !== undefined && !owned.secrets?.includes(name))
      .map(({ name }) => `${table}.${name}`);
  });
  expect(shown).toEqual([]);
});
