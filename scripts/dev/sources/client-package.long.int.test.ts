import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { serveAccount } from '../testing/served-account.ts';

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd });
const source = join(projectRoot, 'shared', 'client');

/** A project that has only the packed client. */
const [served, project] = await Promise.all([serveAccount(), mkdtemp(join(tmpdir(), 'wrs-client-'))]);
/** The programs of its README. */
const examples = [...(await readFile(join(source, 'README.md'), 'utf8')).matchAll(/```ts\n(.+?)```/gs)].map(
  ([, text]) => text!,
);
const { stdout } = await npm(source, 'pack', '--silent', '--pack-destination', project);
await writeFile(join(project, 'package.json'), '{"private": true}');
// The last TypeScript that knows the resolution of old programs.
await npm(project, 'install', `./${stdout.trim()}`, 'typescript@5.9');
afterAll(async () => {
  await served.close();
  await rm(project, { recursive: true, force: true });
});

/** The same program with `require`. */
const commonJs = () =>
  `${examples[0]!.replace(/^import (.+) from '(.+)';$/m, "const $1 = require('$2');\n(async () => {")}})();\n`;

const SAYS = /^SO-1 \w+, \d+ shipments: .+\n([\d.]+ %\n)+SO-2 \w+\nSO-3 \w+\n$/;

it.each([
  ['an ECMAScript module', 'program.mjs', () => examples[0]!],
  ['CommonJS', 'program.cjs', commonJs],
])('the packed client runs the program of its README as %s', async (_kind, name, text) => {
  await writeFile(join(project, name), text());
  const env = { ...process.env, WRS_URL: served.service.url, WRS_API_KEY: served.key };
  const { stdout } = await run(process.execPath, [name], { cwd: project, env });
  expect(stdout).toMatch(SAYS);
});

it.each([
  ['types.mts', projectRoot, 'NodeNext', 'NodeNext'],
  ['types.cts', projectRoot, 'NodeNext', 'NodeNext'],
  ['node16.mts', projectRoot, 'Node16', 'node16'],
  ['node16.cts', projectRoot, 'Node16', 'node16'],
  ['bundler.ts', projectRoot, 'ESNext', 'bundler'],
  ['types.ts', '', 'CommonJS', 'node10'],
])('its types reach a strict program: %s', async (name, compiler, module, resolution) => {
  const typed = (status: string) =>
    `import { createRoutingClient } from '@warehouse-routing/client';
     import { verifyWebhook } from '@warehouse-routing/client/webhooks';
     const event = verifyWebhook('', new Headers(), Buffer.from(''));
     export const failure: string | null = event.type === 'run.failed' ? event.data.failure : null;
     export const isFull = createRoutingClient(event.type, '').batch([]).then(({ results }) => results[0]?.status === '${status}');`;
  const check = async (status: string) => {
    await writeFile(join(project, name), typed(status));
    const tsc = join(compiler || project, 'node_modules', 'typescript', 'bin', 'tsc');
    const types = join(projectRoot, 'node_modules', '@types');
    const args = [
      '--noEmit',
      '--strict',
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--target',
      'es2022',
      '--typeRoots',
      types,
      '--types',
      'node',
      name,
    ];
    return run(process.execPath, [tsc, ...args], { cwd: project }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  };
  expect(await check('FULL')).toBe('');
  expect(await check('NO_STATUS')).toMatch(/no overlap/);
});

it('a packed client says what it is, and its version is that of the service', async () => {
  const read = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [packed, service] = await Promise.all([
    read(join(project, 'node_modules', '@warehouse-routing', 'client')),
    read(projectRoot),
  ]);
  for (const key of ['version', 'license', 'engines']) expect(packed[key]).toEqual(service[key]);
  for (const key of ['name', 'description', 'author', 'keywords']) expect(packed[key]).not.toHaveLength(0);
});

it('a packed client has nothing but what was compiled', async () => {
  const { stdout } = await npm(source, 'pack', '--dry-run', '--json');
  const packed = Object.values(JSON.parse(stdout) as Record<string, { files: { path: string }[] }>)[0]!;
  const others = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/(esm|cjs)\/[a-z-]+(?<!test)\.(js|d\.ts)$/.test(path));
  expect(others.sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/cjs/package.json',
    'dist/esm/package.json',
    'package.json',
  ]);
});
