// `npm pack` and `npm publish` run this: it compiles the package to dist, as ECMAScript modules and as CommonJS, with types.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const ready = `import('./scripts/bootstrap.mjs').then((made) => made.bootstrap({ dev: true, types: true, pages: false }))`;
execFileSync(process.execPath, ['--eval', ready], { cwd: join(here, '..', '..'), stdio: 'inherit' });
const tsc = join(here, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');
rmSync(join(here, 'dist'), { recursive: true, force: true });
cpSync(join(here, '..', '..', 'LICENSE'), join(here, 'LICENSE'));
for (const [folder, type, module] of [
  ['esm', 'module', ['--module', 'NodeNext']],
  [
    'cjs',
    'commonjs',
    ['--module', 'CommonJS', '--moduleResolution', 'Bundler', '--verbatimModuleSyntax', 'false'],
  ],
]) {
  const to = join(here, 'dist', folder);
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', to, ...module], { stdio: 'inherit' });
  for (const name of ['openapi.d.ts', 'account-api.d.ts']) cpSync(join(here, name), join(to, name));
  // Node.js and TypeScript read the kind of the modules from the nearest package.json.
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ type })}\n`);
}
