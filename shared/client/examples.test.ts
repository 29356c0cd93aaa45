import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const tsc = join(here, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

it('the examples of the README compile in a strict program, as they are', async () => {
  const folder = await mkdtemp(join(here, 'dist-readme-'));
  try {
    const text = await readFile(join(here, 'README.md'), 'utf8');
    const examples = [...text.matchAll(/```ts\n(.+?)```/gs)].map(([, code]) => code!);
    expect(examples).toHaveLength(2);
    const compilerOptions = {
      noEmit: true,
      incremental: false,
      rootDir: '..',
      paths: {
        '@warehouse-routing/client': ['../client.ts'],
        '@warehouse-routing/client/webhooks': ['../webhooks.ts'],
      },
    };
    const project = { extends: '../tsconfig.json', compilerOptions, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    await Promise.all(examples.map((code, index) => writeFile(join(folder, `example-${index}.ts`), code)));
    const says = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((failed) => failed);
    expect(says.stdout).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
