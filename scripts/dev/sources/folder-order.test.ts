import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const shared = join(projectRoot, 'shared');

const readme = readFileSync(join(shared, 'README.md'), 'utf8');

/** A row of the table in shared/README.md: folder and budget, a dash for none. */
const ROW = /^\| `([a-z]+)` \| (\d+|–) \|/gm;

const rows = [...readme.matchAll(ROW)].map(([, folder, lines]) => ({ folder: folder!, lines: lines! }));

const OUTSIDE_SHARED = ['api', 'worker'];

const listed = rows.map(({ folder }) => folder).filter((folder) => !OUTSIDE_SHARED.includes(folder));

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

/** Files that no budget counts. */
const UNCOUNTED = /\.test\.|\/test\/|^shared\/testing\/|golden|^api\/console|^shared\/client/;

/** Lines of the TypeScript files below a folder, as `wc -l` counts them. */
function linesOf(folder: string): number {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !UNCOUNTED.test(file) && existsSync(join(projectRoot, file)))
    .reduce((sum, file) => sum + readFileSync(join(projectRoot, file), 'utf8').split('\n').length - 1, 0);
}

it('keeps every folder, and all together, within the lines that shared/README.md gives them', () => {
  const found = rows
    .filter(({ lines }) => lines !== '–')
    .map(({ folder, lines }) => ({
      folder,
      budget: Number(lines),
      lines: linesOf(OUTSIDE_SHARED.includes(folder) ? folder : `shared/${folder}`),
    }));
  const all = Number(/All together may have\s+(\d+) lines/.exec(readme)![1]);
  expect(found.filter(({ lines, budget }) => lines > budget)).toEqual([]);
  expect(found.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThanOrEqual(all);
});
