import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SpoolFile } from './spool-file.ts';

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('SpoolFile', () => {
  it('gives back what was written, whole characters whatever the pieces, as often as wanted', async () => {
    const spool = await SpoolFile.create();
    onTestFinished(() => spool.close());
    const text = 'ä€😀\n'.repeat(50_000);
    await spool.write(text);
    await spool.write('end');
    expect((await textOf(spool.read())) === `${text}end`).toBe(true);
    expect((await textOf(spool.read())).length).toBe(text.length + 3);
  });

  it('leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wrs-test-'));
    const spool = await SpoolFile.create(folder);
    await spool.write('text');
    await spool.close();
    expect(await readdir(folder)).toEqual([]);
    await rmdir(folder);
  });

  it('is there while nothing was written', async () => {
    const spool = await SpoolFile.create();
    onTestFinished(() => spool.close());
    expect(await textOf(spool.read())).toBe('');
  });
});
