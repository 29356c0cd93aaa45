// Checks package-lock.json, or mends it with --fix. If a registry lacks packages of other platforms, npm leaves them out of
// the lock, and `npm ci` refuses that lock everywhere. So each optional dependency needs an entry. No entry may name the
// host it was downloaded from, because everyone has their own registry. Each has the hash of its archive, so that no
// registry can give another one; --fix asks the registry for those that are missing, and keeps those that are there.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const OS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const CPU = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

const [file] = process.argv.slice(2).filter((arg) => arg !== '--fix');
const path = file ?? new URL('../../../package-lock.json', import.meta.url);
const isFixing = process.argv.includes('--fix');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const faults = [];

/** The platform in a name such as `cli-linux-x64-musl`. Without it, the package would be installed on all platforms. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = OS.find((word) => words.includes(word)) ?? (words.includes('windows') ? 'win32' : undefined);
  const cpu = CPU.find((word) => words.includes(word));
  if (!os || !cpu) throw new Error(`${name}: which platform is it for?`);
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

/** The hash of a package's archive, as the registry tells it. */
function integrityOf(name, version) {
  return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim();
}

function isLocked(parent, name) {
  for (let folder = parent; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

for (const [parent, entry] of Object.entries(lock.packages)) {
  // A workspace is a link to its folder.
  if (entry.resolved && !entry.link) {
    faults.push(`${parent} names where it was downloaded from`);
    delete entry.resolved;
  }
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(parent, name)) continue;
    faults.push(`${parent}: its optional dependency ${name} is missing`);
    const dev = entry.dev ? { dev: true } : {};
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[^\d]*/, ''),
      ...dev,
      optional: true,
      ...platformOf(name),
    };
  }
}

for (const [folder, entry] of Object.entries(lock.packages)) {
  // The project itself, its workspaces and the links to them are not downloaded.
  if (!folder.includes('node_modules/') || entry.link || entry.integrity) continue;
  faults.push(`${folder} has no integrity`);
  if (isFixing)
    entry.integrity = integrityOf(entry.name ?? folder.split('node_modules/').at(-1), entry.version);
}

if (faults.length === 0) process.exit();
if (isFixing) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: mended ${faults.length} faults`);
} else {
  console.error(
    `package-lock.json:\n  ${faults.join('\n  ')}\nMend it with: node scripts/dev/sources/lockfile.mjs --fix`,
  );
  process.exitCode = 1;
}
