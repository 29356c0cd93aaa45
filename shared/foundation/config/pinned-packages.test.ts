import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPinnedPackages } from './pinned-packages.ts';
import { StartFailure } from './start-failure.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pinned-'));
  const dependencies = { bullmq: '6.7.0', pg: '8.23.1' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies }));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes packages as if they were installed, by version. */
function install(packages: Record<string, string>): void {
  for (const [name, version] of Object.entries(packages)) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
    writeFileSync(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }));
  }
}

it('the installed versions are those that package.json names, exactly', () => {
  expect(() => checkPinnedPackages()).not.toThrow();
});

it('another version prevents the start, and the message says what to do', () => {
  install({ bullmq: '6.7.0', pg: '8.24.0' });
  expect(() => checkPinnedPackages(root)).toThrow(
    new StartFailure(`This release needs pg 8.23.1, but 8.24.0 is installed. Run npm ci in ${root}.`),
  );
});
