import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';

/** A migration's text never changes, because databases keep its checksum. */
const FIXED = /^prisma\/migrations\//;
const PAGE = /(?<![\w/.*'-])(?:[\w.-]+\/)*[\w-]+\.md\b(?!`)/g;
const LINK = /\]\((?!https?:)(?<path>[^)#\s]*)(?:#(?<anchor>[\w-]+))?\)/g;
const CODE = /`(?<path>(?:api|docs|prisma|scripts|shared|worker)\/[\w./-]*\.\w+)`/g;
/** A line of a comment, and a file or folder that it cites. */
const COMMENT = /^\s*(?:\/\/|\/?\*|--|#).*$/gm;
const CITED = /(?<![\w/.-])(?:api(?!\/v1)|prisma|scripts|shared|worker)\/[\w./-]*\w/g;
/** A comment that cites a part of a page: `(docs/explanation/decisions.md, Policies)`. */
const PART = /(?<path>docs\/[\w/-]+\.md), (?<heading>[A-Z][a-z]+(?: [a-z]+)*)(?=[).:])/g;
/** A check, or a suite of the bench. */
const COMMAND = /npm run (?:check|bench -- --suite) (?<name>[a-z][a-z-]+)/g;
const dev = join(projectRoot, 'scripts', 'dev');
const checks = execFileSync(process.execPath, [join(dev, 'check.mjs')], { encoding: 'utf8' });
const suites = readdirSync(join(dev, 'bench', 'suites')).map((file) => file.replace(/\..*/, ''));
const commands = [...checks.split('\n').map((line) => line.split(' ')[0]!), ...suites];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:md|ts|tsx|mjs|sql|yml|json|prisma|example)$/.test(file) && !FIXED.test(file))
  .filter((file) => !/package-lock|golden/.test(file) && existsSync(join(projectRoot, file)));

const exists = (file: string, path: string) =>
  [path, join(dirname(file), path)].some((each) => existsSync(join(projectRoot, each)));

const headings = (file: string) =>
  [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => match[1]!);
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/** What a file refers to and is not there. */
function missing(file: string): string[] {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  const outsideLinks = text.replace(/\[[^\]]*\]\([^)]*\)/g, '');
  const pages = [...outsideLinks.matchAll(PAGE)].map(([path]) => path).filter((path) => !exists(file, path));
  const parts = [...text.matchAll(PART)]
    .map(({ groups }) => groups!)
    .filter(({ path, heading }) => exists(file, path!) && !headings(path!).includes(heading!))
    .map(({ path, heading }) => `${path}, ${heading}`);
  const gone = [...text.matchAll(COMMAND)]
    .filter(({ groups }) => !commands.includes(groups!.name!))
    .map(([command]) => command);
  if (!file.endsWith('.md')) {
    const cited = [...text.matchAll(COMMENT)]
      .flatMap(([line]) => line.match(CITED) ?? [])
      .filter((path) => !exists(file, path) && !exists(file, `${path}.ts`));
    return [...pages, ...parts, ...gone, ...cited];
  }
  const code = [...text.matchAll(CODE)]
    .map(({ groups }) => groups!.path!)
    .filter((path) => !exists(file, path));
  return [...pages, ...parts, ...gone, ...code, ...brokenLinks(file, text)];
}

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(LINK)]
    .map(({ groups }) => groups!)
    .filter(({ path, anchor: wanted }) => {
      const target = path === '' ? file : join(dirname(file), path!);
      if (!existsSync(join(projectRoot, target))) return true;
      const isPage = wanted !== undefined && statSync(join(projectRoot, target)).isFile();
      return isPage && !headings(target).map(anchor).includes(wanted);
    })
    .map(({ path, anchor: wanted }) => `${path}#${wanted ?? ''}`);
}

it('finds a page, a part, a file and a link that are not there', () => {
  expect(' * by its rules (shared/no-such-folder), line by line'.match(CITED)).toEqual([
    'shared/no-such-folder',
  ]);
  expect('see no-such-page.md'.match(PAGE)).toEqual(['no-such-page.md']);
  expect(brokenLinks('README.md', '[a](nowhere.md) [b](ARCHITECTURE.md#no-such-part) [c](LICENSE)')).toEqual([
    'nowhere.md#',
    'ARCHITECTURE.md#no-such-part',
  ]);
});

it('finds every page, part of a page, file and check that a comment or a document names', () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => !file.endsWith('paths.test.ts')).map((file) => [file, missing(file)]);
  expect(found.filter(([, each]) => each!.length > 0)).toEqual([]);
});
