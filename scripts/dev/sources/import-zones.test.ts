import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const REFUSED: readonly (readonly [file: string, text: string])[] = [
  ['shared/engine/imports-node.ts', `import 'node:fs';`],
  ['shared/engine/imports-package.ts', `import 'zod';`],
  ['shared/engine/imports-neighbour.ts', `import type { Fault } from '../errors/app-error.ts';`],
  ['shared/engine/imports-later.ts', `export const later = () => import('../db/copy.ts');`],
  ['shared/engine/exports-neighbour.ts', `export { copyRow } from '../db/copy.ts';`],
  ['shared/engine/asks-the-time.ts', 'export const now = () => Date.now();'],
  ['shared/engine/asks-the-day.ts', 'export const now = () => new Date();'],
  ['shared/engine/throws-dice.ts', 'export const dice = () => Math.random();'],
  ['shared/engine/asks-the-machine.ts', `export const sorted = (a: string) => a.localeCompare('b');`],
  ['shared/engine/reads-the-environment.ts', 'export const home = () => process.env.HOME;'],
  ['shared/routing/imports-api.ts', `import '../../api/app.ts';`],
  ['shared/routing/imports-worker.ts', `import '../../worker/app.ts';`],
  ['shared/routing/imports-scripts.ts', `import '../../scripts/account.ts';`],
  ['shared/routing/imports-api.test.ts', `import '../../api/app.ts';`],
  ['shared/routing/imports-testing.ts', `import '../testing/builders.ts';`],
  ['api/imports-worker.ts', `import '../worker/app.ts';`],
  ['api/test/imports-worker.test.ts', `import '../../worker/app.ts';`],
  ['api/routes/v1/imports-testing.ts', `import '../../../shared/testing/builders.ts';`],
  ['api/console/features/runs/imports-frame.ts', `import '../../app/router.tsx';`],
  ['api/console/features/runs/imports-scripts.ts', `import '../../../../scripts/account.ts';`],
  ['api/console/view/imports-feature.ts', `import '../features/runs/use-runs.ts';`],
  ['api/console/components/imports-testing.ts', `import '../../../shared/testing/builders.ts';`],
  ['worker/imports-api.ts', `import '../api/app.ts';`],
  ['worker/jobs/imports-testing.ts', `import '../../shared/testing/builders.ts';`],
  ['scripts/wrs/imports-dev.ts', `import '../dev/bench.ts';`],
  ['scripts/dev/imports-testing.ts', `import '../../shared/testing/builders.ts';`],
  ['scripts/imports-testing.ts', `import '../shared/testing/builders.ts';`],
];

const ALLOWED: typeof REFUSED = [
  ['shared/engine/imports-own.ts', `import './compile.ts';`],
  ['shared/engine/reads-a-time.ts', 'export const time = (text: string) => Date.parse(text);'],
  ['shared/engine/uses-tools.test.ts', `import 'vitest';`],
  ['shared/routing/imports-shared.ts', `import '../db/copy.ts';\nimport '../engine/decide.ts';`],
  ['shared/routing/imports-testing.test.ts', `import '../testing/builders.ts';`],
  ['api/imports-own.ts', `import './app.ts';\nimport '../shared/db/copy.ts';`],
  ['api/test/helper.ts', `import '../../shared/testing/builders.ts';`],
  ['api/console/app/imports-features.ts', `import '../features/runs/use-runs.ts';`],
  ['api/console/features/runs/imports-shared-parts.ts', `import '../../components/page.tsx';`],
  ['worker/imports-own.ts', `import './app.ts';`],
  ['scripts/dev/imports-users.ts', `import '../serve.ts';`],
  ['scripts/imports-both.ts', `import '../api/app.ts';\nimport '../worker/app.ts';`],
];

let complaints: ReadonlySet<string>;

/** Lints the files above by the project's rules, in a folder of their own. */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'wrs-zones-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of ['biome.json', '.gitignore', 'scripts/dev/sources/pure-engine.grit']) {
    cpSync(join(projectRoot, name), join(folder, name));
  }
  for (const [file, text] of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  const biome = join(projectRoot, 'node_modules', '.bin', 'biome');
  const { stderr, stdout } = spawnSync(biome, ['lint', '--max-diagnostics=none', '--colors=off'], {
    cwd: folder,
    encoding: 'utf8',
  });
  complaints = new Set(
    [...`${stdout}${stderr}`.matchAll(/^(\S+?):\d+:\d+ (?:lint\/style\/noRestricted|plugin)/gm)].map(
      ([, file]) => file!,
    ),
  );
}, 30_000);

describe('the import zones', () => {
  it.each(REFUSED)('refuse %s', (file) => {
    expect(complaints).toContain(file);
  });

  it.each(ALLOWED)('allow %s', (file) => {
    expect(complaints).not.toContain(file);
  });
});
