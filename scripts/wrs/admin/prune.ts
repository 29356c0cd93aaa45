import type { Command } from 'commander';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { prune } from '../../../shared/operations/retention/prune.ts';
import { withPruneLock } from '../../../shared/operations/retention/prune-daily.ts';
import type { WrsContext } from '../context.ts';
import { jsonOption } from '../options.ts';

/** `wrs admin prune`. */
export function addPruneCommand(admin: Command, context: WrsContext): void {
  admin
    .command('prune')
    .description(
      'remove expired data now instead of at the next daily run (RETENTION_DAYS, AUDIT_RETENTION_DAYS)',
    )
    .option('--dry-run', 'show what would be removed without removing it')
    .addOption(jsonOption())
    .action(async ({ dryRun = false, ...options }: { dryRun?: boolean; json?: true }) => {
      const retention = loadConfig(context.env);
      const { retentionDays, auditRetentionDays } = retention;
      const pruned = await context.withDatabase((db) =>
        dryRun ? prune(db, retention, { dryRun }) : withPruneLock(db, () => prune(db, retention, { dryRun })),
      );
      if (pruned === null) throw new Error('Another process is already pruning. Try again later.');
      if (options.json) {
        const days = { retention_days: retentionDays, audit_retention_days: auditRetentionDays };
        context.print(JSON.stringify({ dry_run: dryRun, ...days, pruned }));
        return;
      }
      context.print(
        retentionDays === null
          ? 'RETENTION_DAYS is not set: orders, decisions and runs are kept, unless an account has retention_days.'
          : `Orders, decisions and runs are kept for ${retentionDays} days, or the retention_days of their account if fewer.`,
      );
      context.print(
        auditRetentionDays === null
          ? 'AUDIT_RETENTION_DAYS is not set: the audit log is kept.'
          : `The audit log is kept for ${auditRetentionDays} days.`,
      );
      const width = Math.max(...pruned.map(({ count }) => String(count).length));
      for (const { kind, count } of pruned) context.print(`  ${String(count).padStart(width)} ${kind}`);
      if (dryRun) context.print('Dry run: nothing was removed.');
    });
}
