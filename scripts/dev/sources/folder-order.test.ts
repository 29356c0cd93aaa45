import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const shared = join(projectRoot, 'shared');

/** A row of the table in shared/README.md. */
const ROW = /^\| `([a-z]+)` \|/gm;

const listed = [...readFileSync(join(shared, 'README.md'), 'utf8').matchAll(ROW)].map(
  ([, folder]) => folder!,
);

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
      .filter(({ from, to }) => from !== to);
  });
}

function folderOf(file: string): string {
  return file.split('/')[0]!;
}

it('lists every folder of shared once', () => {
  const folders = readdirSync(shared, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).sort());
});

it('lets a folder import only folders above it', () => {
  const found = arrows();
  expect(found.length).toBeGreaterThan(100);
  const place = new Map(listed.map((folder, index) => [folder, index]));
  expect(found.filter(({ from, to }) => place.get(to)! > place.get(from)!).map(({ file }) => file)).toEqual(
    [],
  );
});
