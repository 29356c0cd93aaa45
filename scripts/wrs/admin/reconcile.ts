import { type Command, Option } from 'commander';
import { findClient } from '../../../shared/account/clients.ts';
import {
  type Difference,
  type Reconciliation,
  reconcile,
} from '../../../shared/operations/reconcile/reconcile.ts';
import { repair } from '../../../shared/operations/reconcile/repair.ts';
import { counted, whole } from '../../terminal/numbers.ts';
import { tableText } from '../../terminal/table.ts';
import type { WrsContext } from '../context.ts';
import { jsonOption } from '../options.ts';

interface ReconcileOptions {
  readonly client?: string;
  readonly environment?: 'test' | 'live';
  readonly repair?: true;
  readonly json?: true;
}

/** `wrs admin reconcile`. */
export function addReconcileCommand(admin: Command, context: WrsContext): void {
  admin
    .command('reconcile')
    .description('check that stock, reservations, decisions, usage and runs add up; 1 if they do not')
    .option('--client <slug>', 'check this client only')
    .addOption(new Option('--environment <name>', 'check this environment only').choices(['test', 'live']))
    .option('--repair', 'repair reserved units and run counts, holding the lock of each ledger')
    .addOption(jsonOption())
    .action(async ({ repair: repairs, json: isJson, ...scope }: ReconcileOptions) => {
      const { before, mended, after } = await context.withDatabase(async (db) => {
        if (scope.client !== undefined) await findClient(db.prisma, scope.client);
        const first = await reconcile(db, scope);
        if (!repairs || first.differences_total === 0) return { before: first, mended: null, after: first };
        return { before: first, mended: await repair(db, first), after: await reconcile(db, scope) };
      });
      if (after.differences_total > 0) context.fail();
      if (isJson) {
        context.print(JSON.stringify({ ...after, repaired: mended }));
        return;
      }
      if (mended !== null) {
        context.print(differencesText(context.shown(before), context.look.columns));
        context.print('');
        context.print(
          `Repaired: reserved units of ${counted(mended.skus, 'SKU')}, counts of ${counted(mended.runs, 'run')}.`,
        );
      }
      context.print(differencesText(context.shown(after), context.look.columns));
    });
}

/** What was found: a table of the differences, and a sentence. */
function differencesText(found: Reconciliation, columns: number): string {
  const { ledgers, runs, orders, differences, differences_total: total } = found;
  const checked = `${counted(ledgers, 'ledger')}, ${counted(runs, 'run')}, ${counted(orders, 'order')}`;
  if (total === 0) return `Everything adds up: ${checked}.`;
  const left = total - differences.length;
  return [
    table(differences, columns),
    '',
    ...(left > 0 ? [`${counted(left, 'more difference')} of the same kinds.`] : []),
    `${counted(total, 'difference')} in ${checked}.`,
  ].join('\n');
}

function table(differences: readonly Difference[], columns: number): string {
  const number = (value: number | null) => (value === null ? '-' : whole(value));
  return tableText<Difference>(
    [
      ['LEDGER', ({ client, environment }) => `${client} ${environment}`, 'shorten'],
      ['WHAT', ({ what }) => what, 'wrap'],
      ['EXPECTED', ({ expected }) => number(expected), 'right'],
      ['FOUND', ({ found }) => number(found), 'right'],
    ],
    differences,
    columns,
  );
}
