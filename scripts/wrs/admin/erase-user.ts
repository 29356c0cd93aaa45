import type { Command } from 'commander';
import { removeClientUser } from '../../../shared/account/change-client.ts';
import type { Database } from '../../../shared/db/database.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { writeAudit } from '../../../shared/identity/audit.ts';
import { eraseAddress, forgetTests } from '../../../shared/operations/client-data/erase-person.ts';
import { counted } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { askBeforeErasing } from './ask-before-erasing.ts';
import { removeOperator } from './operators.ts';

interface EraseOptions extends JsonOption {
  readonly yes?: true;
}

/** `wrs admin users erase`. `address` reads the argument. */
export function addEraseUserCommand(
  users: Command,
  context: WrsContext,
  address: (text: string) => string,
): void {
  users
    .command('erase')
    .description('remove a person from all accounts, and their address from all that says who did something')
    .argument('<email>', 'address to sign in with', address)
    .option('--yes', 'do not ask for the address')
    .addOption(jsonOption())
    .action(async (email: string, { yes, json }: EraseOptions) => {
      const warning = 'This removes the person from all accounts, for ever.';
      const isRight = (typed: string) => typed.toLowerCase() === email;
      if (!yes) await askBeforeErasing(context, { warning, word: 'the address', isRight });
      const { accounts, rows } = await context.withDatabase((db) => erasePerson(db, email));
      if (json) return context.print(JSON.stringify({ accounts, rows }));
      context.print(
        `Erased: removed from ${counted(accounts, 'account')}, renamed in ${counted(rows, 'row')}.`,
      );
      context.print(
        'Keys that they made stay. Logs and back-ups from before have the address as long as you keep them.',
      );
    });
}

/**
 * Removes a person everywhere. The entry of it is the service's, and does not name them. Throws AppError not_found if nobody
 * and nothing has the address, and last_owner before anything of that account is changed.
 */
async function erasePerson(db: Database, email: string): Promise<{ accounts: number; rows: number }> {
  const { prisma } = db;
  const user = await prisma.user.findUnique({ where: { email } });
  const has = { OR: [{ members: { some: { user: { email } } } }, { links: { some: { email } } }] };
  const clients = await prisma.client.findMany({
    where: has,
    select: { slug: true },
    orderBy: { slug: 'asc' },
  });
  await forgetTests(db, email);
  for (const { slug } of clients)
    await removeClientUser(db, { slug, who: COMMAND_LINE }, { email, end_keys: false });
  if (user?.is_operator) await removeOperator(db, COMMAND_LINE, email);
  const { rows, audit_ids } = await eraseAddress(
    db,
    email,
    user === null ? 'erased person' : `erased person ${user.id}`,
  );
  if (user === null && clients.length === 0 && rows === 0)
    throw new AppError('not_found', `There is no user ${email}.`);
  // `wrs reconcile` takes no other entry without its texts.
  const changes = [{ path: 'audit_entries', before: null, after: audit_ids }];
  const entry = { action: 'users.erase', subject: user === null ? 'users' : `users/${user.id}`, changes };
  await writeAudit(prisma, { client_id: null, who: COMMAND_LINE, ...entry });
  return { accounts: clients.length, rows };
}
