import { afterAll, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { callWrs } from '../../dev/testing/run-wrs.ts';

const db = await createTestDatabase();
const { live } = await createTestAccount(db);
await db.pool.query(
  `INSERT INTO idempotency_keys (ledger_id, key, endpoint, request_hash, created_at)
   VALUES ($1, 'old', '', '', now() - interval '2 days')`,
  [live.ledger_id],
);
afterAll(() => db.close());

/** Runs `wrs admin prune` with these settings and words; the lines that it prints. */
async function prune(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  const { out } = await callWrs(['admin', 'prune', ...args], { db, env });
  return out.trimEnd().split('\n');
}

describe('prune', () => {
  it('says with --dry-run what would be removed, and removes nothing', async () => {
    for (const _again of [1, 2]) {
      expect(await prune({ RETENTION_DAYS: '30', AUDIT_RETENTION_DAYS: '90' }, '--dry-run')).toEqual([
        'Orders, decisions and runs are kept for 30 days, or the retention_days of their account if fewer.',
        'The audit log is kept for 90 days.',
        '  1 idempotency keys',
        '  0 ended sessions',
        '  0 sign-ins that ended at a provider',
        '  0 ended links to a new password',
        '  0 invitations that ended',
        '  0 lapsed lanes',
        '  0 sign-in attempts',
        '  0 minutes of the service',
        '  0 hours of counted decisions',
        '  0 places that orders held',
        '  0 days of taken places',
        '  0 webhook deliveries',
        '  0 orders of old what-ifs',
        '  0 old what-ifs',
        '  0 drafts that no what-if has',
        '  0 parts that no configuration has',
        '  0 entries of the audit log',
        '  0 orders with their decisions',
        '  0 runs',
        '  0 old orders kept: their reservation is active',
        'Dry run: nothing was removed.',
      ]);
    }
  });

  it('removes without it, and prints JSON with --json', async () => {
    const [json] = await prune({}, '--json');
    expect(JSON.parse(json!)).toMatchObject({
      dry_run: false,
      retention_days: null,
      audit_retention_days: null,
      pruned: expect.arrayContaining([
        { kind: 'idempotency keys', count: 1 },
        { kind: 'old what-ifs', count: 0 },
      ]),
    });
    expect((await prune({}))[2]).toBe('  0 idempotency keys');
  });
});
