import type { Command } from 'commander';
import type { Database } from '../../shared/db/database.ts';
import { prune } from '../../shared/retention/prune.ts';
import { withPruneLock } from '../../shared/retention/prune-lock.ts';
import { jsonOption } from './options.ts';

/** What the prune command needs from outside. */
export interface PruneCommandDeps {
  /** Opens the database and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** RETENTION_DAYS. Throws ConfigError. */
  retentionDays(): number | null;
  /** Writes a line of data. */
  print(line: string): void;
}

/** `wrs prune`, on the service's database. */
export function addPruneCommand(wrs: Command, deps: PruneCommandDeps): void {
  wrs
    .command('prune')
    .description(
      'remove now what the service removes once a day: what has lapsed or is older than RETENTION_DAYS',
    )
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .addOption(jsonOption())
    .action(async ({ dryRun = false, ...options }: { dryRun?: boolean; json?: true }) => {
      const retentionDays = deps.retentionDays();
      const pruned = await deps.withDatabase((db) =>
        dryRun
          ? prune(db, retentionDays, { dryRun })
          : withPruneLock(db, () => prune(db, retentionDays, { dryRun })),
      );
      if (pruned === null) throw new Error('Another process is removing what is too old.');
      if (options.json) {
        deps.print(JSON.stringify({ dry_run: dryRun, retention_days: retentionDays, pruned }));
        return;
      }
      deps.print(
        retentionDays === null
          ? 'RETENTION_DAYS is not set: orders, decisions and runs are kept.'
          : `Orders, decisions and runs are kept for ${retentionDays} days.`,
      );
      const width = Math.max(...pruned.map(({ count }) => String(count).length));
      for (const { kind, count } of pruned) deps.print(`  ${String(count).padStart(width)} ${kind}`);
      if (dryRun) deps.print('Nothing was removed: this is what would be.');
    });
}
