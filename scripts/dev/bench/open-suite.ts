import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchOptions, Suite } from './measure.ts';

const folderOf = (root: string) => join(root, 'dist', 'scripts', 'dev', 'bench', 'suites');

/** The names of the suites of a compiled checkout. */
export function suitesOf(root: string): string[] {
  const files = readdirSync(folderOf(root)).filter((file) => file.endsWith('.js'));
  return files.map((file) => basename(file, '.js'));
}

/** Opens a suite of a compiled checkout. */
export async function openSuite(root: string, name: string, options: BenchOptions): Promise<Suite> {
  const names = suitesOf(root);
  if (!names.includes(name)) throw new Error(`${root} has no suite ${name}: ${names.join(', ')}.`);
  const exported = Object.entries(
    (await import(pathToFileURL(join(folderOf(root), `${name}.js`)).href)) as Record<
      string,
      (options: BenchOptions) => Suite | Promise<Suite>
    >,
  );
  const [, open] = exported.find(([exportedName]) => exportedName.endsWith('Suite'))!;
  return open(options);
}
