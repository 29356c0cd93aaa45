import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

// ARCHITECTURE.md says which files one order passes, and which functions: here both are read from the sources.

const MAX_LINES = 400;
const MAX_FUNCTION_LINES = 60;

const page = readFileSync(join(projectRoot, 'ARCHITECTURE.md'), 'utf8');
const [, section] = /## The way of one order\n([\s\S]*?)\n## /.exec(page)!;
const named = [...section!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const files = named.filter((name) => name.endsWith('.ts'));
const calls = section!
  .slice(section!.indexOf('The calls from'))
  .match(/`[^`]+`/g)!
  .map((name) => name.slice(1, -1));

const ROUTE = 'api/routes/v1/orders/route.ts';

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const linesOf = (file: string) => textOf(file).split('\n').length - 1;

/** Imports of values: a statement that names at least one. */
const IMPORT = /(?:^|\n)(?:import|export) (?!type )([^;]*?)from '(\.[^']+)'/g;

function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(IMPORT)]
    .filter(([, names]) => !/^\{(?:\s*type [^,}]+,?)+\s*\}/.test(names!))
    .map(([, , path]) => relative(projectRoot, resolve(projectRoot, dirname(file), path!)));
}

/** All files that some files import, themselves included. */
function reachedFrom(first: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...first];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file) || !existsSync(join(projectRoot, file))) continue;
    reached.add(file);
    next.push(...importsOf(file));
  }
  return reached;
}

it('names each file once, and each is imported by another one of them or by the service', () => {
  expect(files.length).toBeGreaterThan(10);
  expect([...new Set(files)]).toEqual(files);
  const [handler, ...others] = files;
  // The queues are made by the service and handed on.
  const imported = new Set([...files, 'api/app.ts', 'api/services.ts'].flatMap(importsOf));
  expect(handler).toBe(ROUTE);
  expect(others.filter((file) => !imported.has(file))).toEqual([]);
});

it('imports at most as many files for their values as it says, a bound that only goes down', () => {
  const most = Number(/imports at most (\d+) files/.exec(section!)![1]);
  const imported = reachedFrom([ROUTE]).size;
  expect(imported).toBeLessThanOrEqual(most);
  expect(most).toBeLessThan(imported + 10);
});

const SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) [a-z(*]/;

it('names each file of the ledger that has a statement of a turn', () => {
  const withSql = [...reachedFrom(['shared/ledger/ledger-turn.ts'])].filter(
    (file) => file.startsWith('shared/ledger/') && SQL.test(textOf(file)),
  );
  expect(withSql.length).toBeGreaterThan(5);
  expect(withSql.filter((file) => !files.includes(file))).toEqual([]);
});

it('has as many files and lines as it says', () => {
  const [, count, lines] = /(\d+) files, ([\d,]+) lines/.exec(section!)!;
  expect(files.length).toBe(Number(count));
  const all = files.reduce((sum, file) => sum + linesOf(file), 0);
  // The page says hundreds, so that not every change is one of the page.
  expect(Math.ceil(all / 100) * 100).toBe(Number(lines!.replace(',', '')));
});

/** Begins a function, a method or a closure with a name, maybe with parameters on the lines below. */
const BEGIN =
  /^( *)(?:export |protected |async |override |function |const )*\*?(#?\w+)(?:<.*>)?(?: = (?:async )?)?\(/;

/** The functions of a file by name, each with its text. The formatter ends them with a brace below their first letter. */
function functionsOf(file: string): { readonly name: string; readonly text: string }[] {
  const lines = textOf(file).split('\n');
  return lines.flatMap((line, at) => {
    const [, indent, name = ''] = BEGIN.exec(line) ?? [];
    if (indent === undefined || ['if', 'for', 'while', 'switch'].includes(name)) return [];
    const closes = (other: string) => other.startsWith(`${indent})`) || other.startsWith(`${indent}}`);
    const isOneLine = /[)>\]] \{$/.test(line);
    const opens = isOneLine ? at : lines.findIndex((other, place) => place > at && closes(other));
    if (!lines[opens]?.endsWith('{')) return [];
    const end = lines.findIndex((other, place) => place > opens && closes(other));
    return [{ name, text: lines.slice(at, end + 1).join('\n') }];
  });
}

it('has no long file and no long function', () => {
  expect(files.filter((file) => linesOf(file) > MAX_LINES)).toEqual([]);
  const functions = files.flatMap((file) => functionsOf(file).map((each) => ({ file, ...each })));
  expect(functions.length).toBeGreaterThan(100);
  const long = functions.filter(({ text }) => text.split('\n').length > MAX_FUNCTION_LINES);
  expect(long.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

it('names the calls from the handler to decide(): each is made, or handed on, by one before it', () => {
  const functions = files.flatMap(functionsOf);
  // The route hands on what answers its body, and a request has the function that takes its turn.
  const handedOn = [textOf(ROUTE), textOf('shared/ledger/ledger-turn.ts')];
  const isNamed = (called: string, place: number) => {
    const earlier = functions.filter(({ name }) => calls.slice(0, place + 1).includes(name));
    const mentions = new RegExp(`(?<![\\w#])${called}\\b`);
    return [...earlier.map(({ text }) => text), ...handedOn].some((text) => mentions.test(text));
  };
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.at(-1)).toBe('decide');
  const known = new Set(functions.map(({ name }) => name));
  expect(calls.filter((name) => !known.has(name))).toEqual([]);
  expect(calls.slice(1).filter((called, place) => !isNamed(called, place))).toEqual([]);
});
