import type { Command } from 'commander';
import { adoptDatabase } from '../../../shared/db/origin.ts';
import type { WrsContext } from '../context.ts';

/** `wrs admin database …`. */
export function addDatabaseCommands(admin: Command, context: WrsContext): void {
  admin
    .command('database')
    .description('look after the database as a whole')
    .command('adopt')
    .description('say that a restored database takes the place of the one that it was made from')
    .action(async () => {
      await context.withDatabase(({ pool }) => adoptDatabase(pool));
      context.print('Adopted. Start all processes again: they then share the queue and send webhooks.');
    });
}
