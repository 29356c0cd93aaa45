import { expect, it } from 'vitest';
import { changeClient } from '../../shared/account/change-client.ts';
import { COMMAND_LINE } from '../../shared/identity/actor.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { dateBackChanges } from './earlier-days.ts';

it('changes that are dated back are a chain as before', async () => {
  const db = await createTestDatabase();
  try {
    const { slug, client_id } = await createTestAccount(db);
    await changeClient(db, { who: COMMAND_LINE, client: { slug, name: 'Acme' } });
    await dateBackChanges(db, { slug, since: new Date(0), hours: 48 });
    const entries = await db.prisma.auditEntry.findMany({ where: { client_id } });
    expect(entries.map(({ at }) => at.getTime() < Date.now() - 86_400_000)).toEqual([true, true]);
    expect((await reconcile(db, { client: slug })).differences).toEqual([]);
  } finally {
    await db.close();
  }
});
