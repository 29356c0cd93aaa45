// `npm run check licences`: every package of package-lock.json has a licence that the project accepts, and npm can write the
// software bill of materials, which shows that the installed packages match the lock file. Of all packages, because parts of
// devDependencies are in the pages of the console. dist/ gets both: sbom.json (CycloneDX) and licences.txt.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** They require their text to be included, and some require changes of their own files to be published (MPL, EPL). None sets terms for programs that use them. */
const ACCEPTED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'EPL-2.0'],
  ...['ISC', 'MIT', 'MIT-0', 'MPL-2.0', 'PSF-2.0', 'Unlicense'],
  // Its author must be named where it is shown.
  'CC-BY-3.0',
]);
/** Packages whose package.json names no licence. */
const NAMED_ELSEWHERE = { 'seq-queue': 'MIT' }; // its LICENSE file

const root = new URL('../../../', import.meta.url);
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
const byLicence = {};
const faults = [];
for (const [path, locked] of Object.entries(packages)) {
  // The lock has only names of packages of other platforms. They have the licence of the package that depends on them.
  if (path === '' || locked.link || (locked.optional && !existsSync(new URL(path, root)))) continue;
  const name = path.split('node_modules/').at(-1);
  const licence = locked.license ?? licenceOf(path) ?? NAMED_ELSEWHERE[name];
  if (!isAccepted(licence)) faults.push(`${name} ${locked.version}: ${licence ?? 'no licence'}`);
  byLicence[licence] = [...(byLicence[licence] ?? []), `${name} ${locked.version}`];
}

const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
const sbom = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], options);
if (sbom.status !== 0) faults.push(`npm sbom failed: ${sbom.stderr}`);
const sections = Object.entries(byLicence).sort(([a], [b]) => a.localeCompare(b));
mkdirSync(new URL('dist/', root), { recursive: true });
writeFileSync(new URL('dist/sbom.json', root), sbom.stdout);
const texts = sections.map(([licence, names]) => `${licence}\n  ${names.join('\n  ')}\n`);
writeFileSync(new URL('dist/licences.txt', root), texts.join('\n'));
for (const [licence, names] of sections) console.log(`${licence}: ${names.length}`);
if (faults.length > 0) {
  console.error(
    `Licences that are not accepted (scripts/dev/checks/licences.mjs says which are):\n${faults.join('\n')}`,
  );
  process.exitCode = 1;
}

function licenceOf(path) {
  const file = new URL(`${path}/package.json`, root);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined;
}

/** Of `A OR B` one suffices, of `A AND B` all count. */
function isAccepted(licence = '') {
  const choices = licence.replace(/[()]/g, '').split(/ or /i);
  return choices.some((choice) => choice.split(/ and /i).every((each) => ACCEPTED.has(each)));
}
