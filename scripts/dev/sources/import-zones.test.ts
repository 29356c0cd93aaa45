import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const [API, WORKER, SCRIPT] = ['api/app.ts', 'worker/app.ts', 'scripts/account.ts'] as const;
const [TESTING, DATABASE, CONSOLE] = [
  'shared/testing/builders.ts',
  'shared/db/copy.ts',
  'api/console',
] as const;

/** Files, what each may not import, and what it may: a path in the project, or a statement. */
const ZONES: readonly (readonly [file: string, refused: readonly string[], allowed: readonly string[]])[] = [
  [
    'shared/engine/zone.ts',
    [
      ...['import "node:fs";', 'import "zod";', 'import("../db/copy.ts");', DATABASE],
      ...['export { copyRow } from "../db/copy.ts";', 'import type { Fault } from "../errors/app-error.ts";'],
      ...['Date.now();', 'new Date();', 'Math.random();', '"a".localeCompare("b");', 'process.env.HOME;'],
    ],
    ['import "./compile.ts";', 'import "./rules/rank.ts";', 'Date.parse("2026-01-01");'],
  ],
  [
    'shared/engine/search/zone.ts',
    ['import "../../db/copy.ts";', 'import "../test/copy.ts";'],
    ['import "../compile.ts";', 'import "../rules/rank.ts";', 'import "./supply.ts";'],
  ],
  ['shared/engine/zone.test.ts', [], ['import "vitest";', TESTING]],
  ['shared/ledger/zone.ts', [API, WORKER, SCRIPT, TESTING], [DATABASE, 'shared/engine/decide.ts']],
  ['shared/ledger/zone.test.ts', [API], [TESTING]],
  ['api/zone.ts', [WORKER, TESTING], [API, DATABASE]],
  ['api/test/zone.test.ts', [WORKER], [TESTING]],
  [
    `${CONSOLE}/features/runs/zone.ts`,
    [`${CONSOLE}/app/router.tsx`, SCRIPT],
    [`${CONSOLE}/components/page.tsx`],
  ],
  [`${CONSOLE}/view/zone.ts`, [`${CONSOLE}/features/runs/use-runs.ts`, TESTING], []],
  [`${CONSOLE}/app/zone.ts`, [], [`${CONSOLE}/features/runs/use-runs.ts`]],
  ['worker/zone.ts', [API, TESTING], [WORKER]],
  ['scripts/wrs/zone.ts', ['scripts/dev/bench.ts', TESTING], [API, WORKER]],
  ['scripts/dev/zone.ts', [], [TESTING, 'scripts/serve.ts']],
];

it('refuses what a folder may not import, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wrs-zones-'));
  for (const name of ['biome.json', '.gitignore', 'scripts/dev/sources/pure-engine.grit'])
    cpSync(join(projectRoot, name), join(folder, name));
  for (const [file, refused, allowed] of ZONES) {
    const lines = [...refused, ...allowed].map((line) =>
      line.endsWith(';') ? line : `import '${'../'.repeat(file.split('/').length - 1)}${line}';`,
    );
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.join('\n'));
  }
  const biome = join(projectRoot, 'node_modules', '.bin', 'biome');
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { stderr, stdout } = spawnSync(biome, ['lint', '--max-diagnostics=none', '--colors=off'], options);
  rmSync(folder, { recursive: true });
  const complaints = `${stdout}${stderr}`.matchAll(/^(\S+?:\d+):\d+ (?:lint\/style\/noRestricted|plugin)/gm);
  const expected = ZONES.flatMap(([file, refused]) => refused.map((_, line) => `${file}:${line + 1}`));
  expect([...new Set([...complaints].map(([, place]) => place))].sort()).toEqual(expected.sort());
});
