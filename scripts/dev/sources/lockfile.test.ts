import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const SCRIPT = join(projectRoot, 'scripts', 'dev', 'sources', 'lockfile.mjs');

it('refuses an entry without integrity, also one of another platform, and takes the lock file of the project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wrs-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'package-lock.json');
  const check = () => {
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, file], { encoding: 'utf8' });
    return { status, faults: stderr.split('\n').filter((line) => line.startsWith('  ')) };
  };
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  writeFileSync(file, JSON.stringify(lock));
  expect(check()).toEqual({ status: 0, faults: [] });
  for (const name of ['fastify', '@biomejs/cli-win32-x64'])
    delete lock.packages[`node_modules/${name}`].integrity;
  writeFileSync(file, JSON.stringify(lock));
  const faults = ['@biomejs/cli-win32-x64', 'fastify'].map(
    (name) => `  node_modules/${name} has no integrity`,
  );
  expect(check()).toEqual({ status: 1, faults });
});
