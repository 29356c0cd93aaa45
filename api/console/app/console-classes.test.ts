import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const CONSOLE = join(import.meta.dirname, '..');
const textOf = (end: string) =>
  readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => readFileSync(join(CONSOLE, path), 'utf8'))
    .join('\n');

/** Names in quotes anywhere: a class may be a property of a table of columns, or chosen by a condition. */
const inQuotes = (text: string) =>
  new Set([...text.matchAll(/['"`]([\w -]+)['"`]/g)].flatMap(([, names]) => names!.split(' ')));

it('has a rule for each class that pages use, and uses each class that has one', () => {
  const pages = textOf('.tsx');
  const rules = textOf('console.css');
  const ruled = new Set(
    [...rules.matchAll(/\.([a-z][\w-]*)/g)]
      .map(([, name]) => name!)
      .filter((name) => !name.startsWith('mantine-')),
  );
  const used = [...pages.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
  expect(used.filter((name) => !ruled.has(name))).toEqual([]);
  expect([...ruled].filter((name) => !inQuotes(pages).has(name))).toEqual([]);
});
