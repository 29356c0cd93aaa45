import type { Command } from 'commander';
import type { Database } from '../../shared/db/database.ts';
import { prune, type Retention } from '../../shared/retention/prune.ts';
import { withPruneLock } from '../../shared/retention/prune-lock.ts';
import { jsonOption } from './options.ts';

/** What the prune command needs from outside. */
export interface PruneCommandDeps {
  /** Opens the database and closes it after `work`. */
  withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** RETENTION_DAYS and AUDIT_RETENTION_DAYS. Throws ConfigError. */
  retention(): Retention;
  /** Writes a line of data. */
  print(line: string): void;
}

/** `wrs prune`, on the service's database. */
export function addPruneCommand(wrs: Command, deps: PruneCommandDeps): void {
  wrs
    .command('prune')
    .description(
      'Remove now what the service removes once a day: lapsed rows, and what is older than RETENTION_DAYS or AUDIT_RETENTION_DAYS',
    )
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .addOption(jsonOption())
    .action(async ({ dryRun = false, ...options }: { dryRun?: boolean; json?: true }) => {
      const retention = deps.retention();
      const { retentionDays, auditRetentionDays } = retention;
      const pruned = await deps.withDatabase((db) =>
        dryRun ? prune(db, retention, { dryRun }) : withPruneLock(db, () => prune(db, retention, { dryRun })),
      );
      if (pruned === null) throw new Error('Another process is removing what is too old.');
      if (options.json) {
        const days = { retention_days: retentionDays, audit_retention_days: auditRetentionDays };
        deps.print(JSON.stringify({ dry_run: dryRun, ...days, pruned }));
        return;
      }
      deps.print(
        retentionDays === null
          ? 'RETENTION_DAYS is not set: orders, decisions and runs are kept.'
          : `Orders, decisions and runs are kept for ${retentionDays} days.`,
      );
      deps.print(
        auditRetentionDays === null
          ? 'AUDIT_RETENTION_DAYS is not set: the audit log is kept.'
          : `The audit log is kept for ${auditRetentionDays} days.`,
      );
      const width = Math.max(...pruned.map(({ count }) => String(count).length));
      for (const { kind, count } of pruned) deps.print(`  ${String(count).padStart(width)} ${kind}`);
      if (dryRun) deps.print('Nothing was removed: this is what would be.');
    });
}
