import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const FOLDER = join(projectRoot, 'dist', 'console');
const LIMIT_BYTES = 250_000;

it('loads less than 250 KB of compressed script before the first page', () => {
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(FOLDER, path))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT_BYTES);
});

it('names no other host', () => {
  expect(readFileSync(join(FOLDER, 'index.html'), 'utf8')).not.toMatch(/https?:\/\//);
});
