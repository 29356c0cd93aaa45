import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/platform/project-root.ts';

const shared = join(projectRoot, 'shared');

/** A row of the table in shared/README.md. */
const ROW = /^\| `(?<folder>[a-z]+)` \|[^|]*\|(?<also>[^|]*)\|$/gm;

const rows = [...readFileSync(join(shared, 'README.md'), 'utf8').matchAll(ROW)].map(({ groups }) => ({
  folder: groups!.folder!,
  also: [...groups!.also!.matchAll(/`([a-z]+)`/g)].map(([, name]) => name!),
}));

/** Imports of values: a statement without `type` before its names, or a file that is loaded later. */
const IMPORT =
  /(?:^|\n)(?:import|export) (?!type )[^;]*?from '(\.[^']+)'|(?:^|\n)import '(\.[^']+)'|import\('(\.[^']+)'\)/g;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/** The imports of one folder of shared from another, tests left out. */
function arrows(): Arrow[] {
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|generated/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(shared, file), 'utf8');
    const imported = [...text.matchAll(IMPORT)].map(([, named, whole, later]) => named ?? whole ?? later!);
    return imported
      .map((path) => relative(shared, resolve(shared, dirname(file), path)))
      .map((target) => ({ from: folderOf(file), to: folderOf(target), file: `${file} imports ${target}` }))
      .filter(({ from, to }) => from !== to && to !== '..');
  });
}

function folderOf(file: string): string {
  return file.split('/')[0]!;
}

const found = arrows();
const place = new Map(rows.map(({ folder }, index) => [folder, index]));

it('lists every folder of shared once', () => {
  const folders = readdirSync(shared, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rows.map(({ folder }) => folder).sort()).toEqual(folders.map(({ name }) => name).sort());
});

it('lets a folder import only folders above it, and what its row names', () => {
  expect(found.length).toBeGreaterThan(100);
  const upward = found.filter(({ from, to }) => place.get(to)! > place.get(from)!);
  const alsoOf = new Map(rows.map(({ folder, also }) => [folder, also]));
  expect(upward.filter(({ from, to }) => !alsoOf.get(from)!.includes(to)).map(({ file }) => file)).toEqual(
    [],
  );
});

it('names no folder that is not imported from below', () => {
  for (const { folder, also } of rows) {
    const used = new Set(found.filter(({ from }) => from === folder).map(({ to }) => to));
    for (const name of also) expect([folder, name, used.has(name)]).toEqual([folder, name, true]);
  }
});
