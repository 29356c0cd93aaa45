// Checks package-lock.json, or mends it with --fix. If a registry lacks packages of other platforms, npm leaves them out of
// the lock, and `npm ci` refuses that lock everywhere. So each optional dependency needs an entry. No entry may name the
// host it was downloaded from, because everyone has their own registry.
import { readFileSync, writeFileSync } from 'node:fs';

const OS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ');
const CPU = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

const path = new URL('../../../package-lock.json', import.meta.url);
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

if (faults.length === 0) process.exit();
if (process.argv.includes('--fix')) {
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
