import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { stripComments } from 'jsonc-parser';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { type AppliedAccount, applyAccountFile } from '../../../shared/account/apply-account.ts';
import type { EnabledWarehouse } from '../../../shared/account/enabled-stock.ts';
import { clientSlug } from '../../../shared/contracts/account/account-file-schema.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { AccountChange } from '../../../shared/identity/audit.ts';
import { invitationMails } from '../../../shared/identity/mails.ts';
import { stockOfAccounts } from '../../../shared/ledger/stock/clear-stock.ts';
import { laneFileText } from '../../../shared/transit/lane-file.ts';
import { priceFileText } from '../../../shared/transit/rates/price-file.ts';
import { counted, duration } from '../../terminal/numbers.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { sendMails } from '../mail.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { parseJsonText, readText, STANDARD_INPUT } from '../read-file.ts';
import { accountFileJsonSchema } from './account-file-json-schema.ts';
import { exampleAccountFile } from './example-file.ts';
import { exportAccount } from './export-account.ts';

interface ExportOptions {
  readonly out?: string;
  readonly lanes?: string;
  readonly prices?: string;
}

interface ApplyOptions extends JsonOption {
  readonly dryRun: boolean;
  readonly yes?: true;
}

export function addFileCommands(admin: Command, context: WrsContext): void {
  admin
    .command('init')
    .description('write a commented account file to start from')
    .argument('<slug>', 'client', slug)
    .option('--out <file>', 'where to (default: SLUG.jsonc); - for the standard output')
    .action(async (client: string, { out = `${client}.jsonc` }: { out?: string }) => {
      const text = exampleAccountFile(client);
      if (out === STANDARD_INPUT) return context.print(text);
      await writeNew(out, `${text}\n`);
      context.suggest(`${out} is written. Next`, 'admin apply', out);
    });

  admin
    .command('schema')
    .description('print the JSON Schema of account files, for editors')
    .action(() => context.print(JSON.stringify(accountFileJsonSchema(), null, 2)));

  admin
    .command('apply')
    .description('create or update a client from an account file')
    .argument('<file>', 'account file (JSON; // comments allowed); - for the standard input')
    .option('--dry-run', 'show what would change, and change nothing', false)
    .option('--yes', 'do not ask before a live key or a warehouse ends')
    .addOption(jsonOption())
    .action(async (path: string, { json, yes, dryRun: dry_run }: ApplyOptions) => {
      const text = stripComments(await readText(path, context), ' ');
      const file = parseAccountFile(parseJsonText(text, path === STANDARD_INPUT ? 'standard input' : path));
      const baseDir = path === STANDARD_INPUT ? process.cwd() : dirname(resolve(path));
      const { publicUrl: public_url, stockLogDays } = loadConfig(context.env);
      const asks = dry_run || json || yes ? null : context.confirm;
      const applied = await context.withDatabase(async (db) => {
        const accounts = { ...db, stock: stockOfAccounts(stockLogDays) };
        if (asks !== null) {
          const tried = await applyAccountFile(accounts, file, { baseDir, public_url, dry_run: true });
          const ends = [...endings(tried.changes), ...(tried.warnings ?? [])].map((line) => `${line}\n`);
          if (ends.length > 0 && !(await asks(`${ends.join('')}Apply it? [y/N] `))) return null;
        }
        return applyAccountFile(accounts, file, { baseDir, public_url, dry_run });
      });
      if (applied === null) {
        context.comment('Nothing was changed.');
        return context.fail();
      }
      const { slug: client, name = client } = file.client;
      await sendMails(context, invitationMails({ client: name, invited_by: null }, applied.users));
      if (!dry_run && asks === null) for (const line of endings(applied.changes)) context.comment(line);
      if (json) return context.print(JSON.stringify({ dry_run, ...applied }));
      for (const line of describe(file.client.slug, applied)) context.print(line);
      for (const line of applied.warnings ?? []) context.comment(line);
      if (dry_run) return context.comment('Dry run: nothing was changed.');
      if (applied.api_keys.some(({ key }) => key !== null)) {
        context.comment('To use a key: export WRS_API_KEY=KEY, then npx wrs inventory push STOCK.csv');
      } else {
        context.suggest('The account as a file', `admin export ${file.client.slug}`);
      }
    });

  admin
    .command('export')
    .description("write a client's account file, without secrets and passwords")
    .argument('<slug>', 'client')
    .option('--out <file>', 'write to a file instead of the standard output')
    .option(
      '--lanes <file>',
      "write the client's own lanes too, to a file named relative to the account file",
    )
    .option('--prices <file>', 'write its prices too, likewise')
    .action(async (slug: string, { out, ...tables }: ExportOptions) => {
      const exported = await context.withDatabase((db) => exportAccount(db, slug, tables));
      const { lanes, prices } = tables;
      if (lanes !== undefined && exported.lanes !== null) {
        await writeFile(resolve(dirname(out ?? ''), lanes), laneFileText(exported.lanes));
      } else if (lanes !== undefined) {
        context.comment(`${slug} has no custom lanes: ${lanes} was not written.`);
      }
      if (prices !== undefined && exported.prices !== null) {
        await writeFile(resolve(dirname(out ?? ''), prices), priceFileText(exported.prices));
      } else if (prices !== undefined) {
        context.comment(`${slug} has no prices: ${prices} was not written.`);
      }
      const text = JSON.stringify(exported.file, null, 2);
      if (out === undefined) context.print(text);
      else await writeFile(out, `${text}\n`);
    });
}

/** Writes a new file. It never overwrites a file, because that may be the only copy of somebody's work. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new AppError('bad_request', `${path} already exists. Choose another file with --out.`);
  }
}

function slug(text: string): string {
  const { success, error } = clientSlug.safeParse(text);
  if (!success) throw new InvalidArgumentError(`It ${error.issues[0]!.message}.`);
  return text;
}

/** The most changes that are printed. History has all of them. */
const MAX_CHANGES = 50;

const isRevoked = ({ path, after }: AccountChange) => path.startsWith('api_keys[') && after === null;

/** What stops to work by changes: live keys and warehouses. */
function endings(changes: readonly AccountChange[]): string[] {
  return changes.flatMap((change) => {
    const [, list, name] = /^(api_keys|warehouses)\[(.+?)\](?:\.enabled)?$/.exec(change.path) ?? [];
    if (list === 'warehouses' && change.before === true) return [`warehouse ${name}: disabled`];
    return list === 'api_keys' && isRevoked(change) && name!.startsWith('live ')
      ? [`key ${name}: revoked`]
      : [];
  });
}

function changeLines(changes: readonly AccountChange[]): string[] {
  if (changes.length === 0) return ['nothing changed'];
  if (changes.some(({ path, before }) => path === 'client' && before === null)) return ['client created'];
  const lines = changes.map((change) => {
    const { path, before, after } = change;
    return `${path}: ${isRevoked(change) ? 'revoked' : `${JSON.stringify(before)} → ${JSON.stringify(after)}`}`;
  });
  const more = lines.length - MAX_CHANGES;
  return more > 0 ? [...lines.slice(0, MAX_CHANGES), `and ${more} more`] : lines;
}

const HOURS_A_DAY = 24;

/** How old the stock is that a warehouse has again. */
function stockLines({ warehouse_id, stock }: EnabledWarehouse): string[] {
  return stock.map(({ environment, skus, units, synced_at, cleared }) => {
    const what = `stock of ${warehouse_id} in ${environment}`;
    if (synced_at === null || units === 0) return `${what}: none`;
    const hours = (Date.now() - Date.parse(synced_at)) / 3_600_000;
    const age =
      hours < 2 * HOURS_A_DAY ? duration(3600 * hours) : counted(Math.floor(hours / HOURS_A_DAY), 'day');
    const counts = cleared ? 'counts as 0 until its next sync' : 'counts again';
    return `${what}: ${counted(units, 'unit')} of ${counted(skus, 'SKU')}, synced ${localTime(synced_at)}, ${age} ago, ${counts}`;
  });
}

function describe(
  slug: string,
  {
    client_id,
    contract_variant,
    api_keys,
    webhooks,
    users,
    changes,
    enabled,
  }: Omit<AppliedAccount, 'settings'>,
): string[] {
  return [
    `${slug}: client ${client_id}, contract variant ${contract_variant}`,
    ...changeLines(changes).map((line) => `  ${line}`),
    ...enabled.flatMap(stockLines).map((line) => `  ${line}`),
    ...api_keys.flatMap(({ name, environment, key }) =>
      key === null ? [] : [`  ${environment} key ${name}, shown this once: ${key}`],
    ),
    ...webhooks.flatMap(({ url, secret }) =>
      secret === null ? [] : [`  secret of ${url}, shown this once: ${secret}`],
    ),
    ...users.flatMap(({ email, invitation_url }) =>
      invitation_url === null ? [] : [`  invitation of ${email}, shown this once: ${invitation_url}`],
    ),
  ];
}
