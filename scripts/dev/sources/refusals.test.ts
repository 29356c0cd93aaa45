import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';

const sourcesIn = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '-z', ...folders], { cwd: projectRoot, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(projectRoot, file), 'utf8') }));

it('refuses by results: what happens next to a ledger or a run never depends on which exception was thrown', () => {
  const exceptions = sourcesIn('shared').flatMap(({ text }) =>
    [...text.matchAll(/class (\w+) extends \w*Error\b/g)].map(([, name]) => name!),
  );
  expect(exceptions).toContain('AppError');
  const asked = sourcesIn('shared/ledger', 'shared/runs').flatMap(({ file, text }) =>
    [...text.matchAll(/instanceof (\w+)/g)]
      .filter(([, name]) => exceptions.includes(name!))
      .map(([found]) => `${file}: ${found}`),
  );
  expect(asked).toEqual([]);
});
