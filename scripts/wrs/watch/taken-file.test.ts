import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finalName, TakenFile, Unusable } from './taken-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-taken-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const claimOf = (name: string) => ({
  name,
  path: join(folder, name),
  id: '1700000000000-0badcafe',
  claimedAt: 1_700_000_000_000,
  isTakenOver: false,
});

it('reads all from the file that was opened, whatever lies under its name afterwards', async () => {
  await writeFile(join(folder, 'a.csv'), 'first');
  await TakenFile.with(claimOf('a.csv'), async (file) => {
    const digest = await file.digest();
    await writeFile(join(folder, 'b.csv'), 'second');
    await rename(join(folder, 'b.csv'), join(folder, 'a.csv'));
    expect(await file.digest()).toBe(digest);
    expect([await text(file.open()), await text(file.open())]).toEqual(['first', 'first']);
  });
});

it('says that a socket cannot be read', async () => {
  const server = createServer().listen(join(folder, 'socket.csv'));
  try {
    const opened = TakenFile.with(claimOf('socket.csv'), async () => undefined);
    await expect(opened).rejects.toThrow(new Unusable('It cannot be read (ENXIO).'));
  } finally {
    server.close();
  }
});

it('names a file in the end by its claim, and shortens a name that is too long', () => {
  expect(finalName(claimOf('a.b.csv.gz'))).toBe('a.b.1700000000000-0badcafe.csv.gz');
  expect(finalName(claimOf('folder'))).toBe('folder.1700000000000-0badcafe');
  // A letter of two bytes is not cut.
  expect(finalName(claimOf(`a${'é'.repeat(100)}.csv`))).toBe(`a${'é'.repeat(49)}.1700000000000-0badcafe.csv`);
});
