import { afterAll, describe, expect, it } from 'vitest';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import { pruneAudit, readAuditHeads } from '../operations/retention/prune-audit.ts';
import { createTestAccount } from '../testing/test-account.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { COMMAND_LINE } from './actor.ts';
import { writeAudit } from './audit.ts';

const db = await createTestDatabase();
afterAll(() => db.close());

const write = (client_id: number, subject: string) =>
  writeAudit(db.prisma, {
    client_id,
    who: { kind: 'user', name: 'ann@example.com', address: '192.0.2.7', session_id: 3, person_id: 5 },
    action: 'test.write',
    subject,
    changes: [],
  });

/** What does not add up in the audit log of a client. */
const faults = async (client: string) =>
  (await reconcile(db, { client })).differences.map(({ what, expected, found }) => [what, expected, found]);

const numbers = async (client_id: number) =>
  (await db.prisma.auditEntry.findMany({ where: { client_id }, orderBy: { number: 'asc' } })).map(
    ({ number }) => Number(number),
  );

describe('the chain of a client’s audit entries', () => {
  it('has no gap where many are written at once, of several clients', async () => {
    const accounts = await Promise.all([createTestAccount(db), createTestAccount(db)]);
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(accounts[n % 2]!.client_id, `things/${n}`)));
    for (const { slug, client_id } of accounts) {
      expect(await faults(slug)).toEqual([]);
      expect(await numbers(client_id)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
    }
  });

  it('begins where retention has signed it off', async () => {
    const { slug, client_id } = await createTestAccount(db);
    for (const subject of ['a', 'b']) await write(client_id, subject);
    const headOf = async () => (await readAuditHeads(db)).find((head) => head.client_id === client_id);
    const before = await headOf();
    expect(await pruneAudit(db, 1, { dryRun: false })).toBe(0);
    const all = await db.prisma.auditEntry.count();
    expect(await pruneAudit(db, 0, { dryRun: true })).toBe(all);
    expect(await pruneAudit(db, 0, { dryRun: false })).toBe(all);
    expect([await numbers(client_id), await headOf()]).toEqual([[], before]);
    expect(before).toMatchObject({ number: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await write(client_id, 'c');
    expect([await numbers(client_id), await faults(slug)]).toEqual([[4], []]);
    await db.pool.query(`UPDATE audit_heads SET start_hash = '' WHERE client_id = $1`, [client_id]);
    expect(await faults(slug)).toHaveLength(1);
  });

  it('shows each entry that was changed, and that one is missing in the middle or at the end', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const ids: bigint[] = [];
    for (const subject of ['a', 'b', 'c', 'd']) ids.push(await write(client_id, subject));
    const change = (text: string, id: bigint) => db.pool.query(`${text} WHERE id = $1`, [Number(id)]);
    await change(`UPDATE audit_entries SET subject = 'x'`, ids[0]!);
    await change('UPDATE audit_entries SET session_id = 9', ids[1]!);
    const changed = [0, 1].map((n) => [`audit entry ${ids[n]}`, null, null]);
    expect(await faults(slug)).toEqual(changed);
    await change('DELETE FROM audit_entries', ids[2]!);
    expect(await faults(slug)).toEqual([...changed, [`audit entry ${ids[3]}`, null, null]]);
    await change('DELETE FROM audit_entries', ids[3]!);
    expect(await faults(slug)).toEqual([...changed, ['last audit entry', 5, 3]]);
  });

  it('shows each entry without its texts, but for those that an erasure names', async () => {
    const { slug, client_id } = await createTestAccount(db);
    const ids: bigint[] = [];
    for (const subject of ['a', 'b', 'c']) ids.push(await write(client_id, subject));
    const takeTexts = `UPDATE audit_entries SET salt = NULL, actor = 'somebody', subject = 'x' WHERE id = ANY($1)`;
    await db.pool.query(takeTexts, [ids.slice(0, 2).map(Number)]);
    const found = [0, 1].map((n) => [`audit entry ${ids[n]}`, null, null]);
    expect(await faults(slug)).toEqual(found);
    const changes = [{ path: 'audit_entries', before: null, after: [Number(ids[0])] }];
    // An entry of the account itself says nothing: only the service's log does.
    const entry = { who: COMMAND_LINE, action: 'users.erase', subject: 'users', changes };
    await writeAudit(db.prisma, { client_id, ...entry });
    expect(await faults(slug)).toEqual(found);
    await writeAudit(db.prisma, { client_id: null, ...entry });
    expect(await faults(slug)).toEqual(found.slice(1));
  });
});
