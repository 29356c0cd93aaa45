import { appendFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Claim, Inbox, TakenOver, writeWhole } from './inbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrs-inbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = (name: string, content = 'x') => writeFile(join(folder, name), content);
const openInbox = (settleMs = 0) => Inbox.open(folder, settleMs);

/** All that can be claimed now. */
async function claimsOf(inbox: Inbox): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (;;) {
    const { claim } = await inbox.next();
    if (claim === null) return claims;
    claims.push(claim);
  }
}

it('claims files whose name says what they are, by name, and leaves the others', async () => {
  for (const name of ['b.csv', 'a.ndjson.gz', 'c.txt', '.d.csv', 'e.csv.part']) await put(name);
  const claims = await claimsOf(await openInbox());
  expect(claims.map(({ name }) => name)).toEqual(['a.ndjson.gz', 'b.csv']);
  expect((await readdir(folder)).sort()).toEqual([
    '.d.csv',
    'c.txt',
    'done',
    'e.csv.part',
    'failed',
    'working',
  ]);
});

it('does not claim a file that is still written', async () => {
  const inbox = await openInbox(200);
  await put('a.csv');
  for (let part = 0; part < 20; part += 1) {
    expect(await inbox.next()).toEqual({ claim: null, waits: true });
    await appendFile(join(folder, 'a.csv'), 'more\n');
  }
  await expect.poll(async () => (await inbox.next()).claim?.name).toBe('a.csv');
});

it('claims a file that was replaced while others were worked on only if it is complete', async () => {
  const inbox = await openInbox(100);
  await put('a.csv');
  await put('b.csv');
  await expect.poll(async () => (await inbox.next()).claim?.name).toBe('a.csv');
  await appendFile(join(folder, 'b.csv'), 'more');
  expect(await inbox.next()).toEqual({ claim: null, waits: true });
  await expect.poll(async () => (await inbox.next()).claim?.name).toBe('b.csv');
});

it('gives each file to one of several processes, also if names come again', async () => {
  const inboxes = await Promise.all([openInbox(), openInbox(), openInbox()]);
  for (let n = 0; n < 50; n += 1) await put(`${n}.csv`);
  const claims = (await Promise.all(inboxes.map(claimsOf))).flat();
  expect(new Set(claims.map(({ name }) => name)).size).toBe(50);
  expect(claims).toHaveLength(50);
  await put('7.csv', 'another');
  const [again] = await claimsOf(inboxes[0]!);
  expect(again!.path).not.toBe(claims.find(({ name }) => name === '7.csv')!.path);
});

it('takes over what a process has left, under the same id, and not what it works on', async () => {
  const [left, held, heir] = [await openInbox(), await openInbox(), await openInbox()];
  await put('left.csv');
  const abandoned = (await left.next()).claim!;
  await put('held.csv');
  const current = (await held.next()).claim!;
  await held.holding(current, async () => {
    let found: Claim | null = null;
    await expect.poll(async () => (found = (await heir.next()).claim)).not.toBeNull();
    expect(found).toMatchObject({ name: 'left.csv', id: abandoned.id, claimedAt: abandoned.claimedAt });
    expect(await heir.next()).toEqual({ claim: null, waits: true });
    await expect(left.finish(abandoned, 'done', 'left.csv')).rejects.toThrow(TakenOver);
    await heir.finish(found!, 'done', 'left.csv');
  });
  await held.finish(current, 'failed', 'held.csv');
  expect(await readdir(join(folder, 'done'))).toEqual(['left.csv']);
  expect(await readdir(join(folder, 'failed'))).toEqual(['held.csv']);
  expect(await readdir(join(folder, 'working'))).toEqual([]);
});

it('takes a file whose name is not UTF-8, and says what it cannot move', async () => {
  const named = (name: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), name]);
  await writeFile(named(Buffer.from('gr\xfcn.csv', 'latin1')), 'x');
  // In working its name would be longer than a name may be.
  await writeFile(named(Buffer.from(`${'\xfc'.repeat(200)}.csv`, 'latin1')), 'x');
  const inbox = await openInbox();
  const claims = await claimsOf(inbox);
  expect(claims.map(({ name }) => name)).toEqual(['gr\uFFFDn.csv']);
  await inbox.finish(claims[0]!, 'done', 'green.csv');
  expect(inbox.isBlocked).toBe(true);
  expect(await inbox.notTaken()).toEqual([
    expect.stringContaining('.csv cannot be taken, and is left until'),
  ]);
  expect(await inbox.notTaken()).toEqual([]);
  expect(await inbox.next()).toEqual({ claim: null, waits: false });
});

it('writes a whole file without following a link', async () => {
  const inbox = await openInbox();
  await put('a.csv');
  await put('victim', 'mine');
  const claim = (await inbox.next()).claim!;
  await symlink(join(folder, 'victim'), join(dirname(claim.path), '.part'));
  await symlink(join(folder, 'victim'), join(folder, 'done', 'a.txt'));
  await writeWhole(claim, join(folder, 'done', 'a.txt'), 'new');
  expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('mine');
  expect(await readFile(join(folder, 'done', 'a.txt'), 'utf8')).toBe('new');
});
