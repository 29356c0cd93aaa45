import { type Command, InvalidArgumentError, Option } from 'commander';
import { changeAccess } from '../../../shared/account/change-account.ts';
import { addClientKey, rollClientKey } from '../../../shared/account/change-client.ts';
import { findClient } from '../../../shared/account/clients.ts';
import { MAX_OVERLAP_HOURS, OVERLAP_HOURS } from '../../../shared/contracts/account/access.ts';
import { apiKey, keyName } from '../../../shared/contracts/account/account-file-schema.ts';
import { SCOPES } from '../../../shared/contracts/scopes.ts';
import type { Prisma } from '../../../shared/db/generated/client.ts';
import type { Environment } from '../../../shared/db/generated/enums.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { type ApiKeyInfo, type ListedKey, listKeys, revokeKey } from '../../../shared/identity/keys.ts';
import type { Look } from '../../terminal/look.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { UsageError } from '../failures.ts';
import { type JsonOption, jsonOption } from '../options.ts';
import { environment as environmentOption, type KeyOptions } from './options.ts';

export function addKeyCommands(admin: Command, context: WrsContext): void {
  const keys = admin.command('keys').description('API keys of a client');

  keys
    .command('create')
    .description('create a key and print its secret once')
    .argument('<slug>', 'client')
    .argument('<name>', 'name of the key', name)
    .addOption(environmentOption())
    .option('--scope <names...>', `what it may do: ${SCOPES.join(', ')}; without it everything`)
    .option('--expires-at <moment>', 'from then on it is refused, as 2027-01-31T00:00:00Z')
    .option('--address <ranges...>', 'IP addresses and ranges (CIDR) that it may be used from')
    .addOption(jsonOption())
    .action(async (slug: string, name: string, options: NewKeyOptions) => {
      const { environment } = options;
      const wanted = readOptions({
        name,
        environment,
        ...(options.scope && { scopes: options.scope }),
        ...(options.expiresAt !== undefined && { expires_at: options.expiresAt }),
        ...(options.address && { allowed_addresses: options.address }),
      });
      const { secret, ...key } = await context.withDatabase((db) =>
        addClientKey(db, { slug, who: COMMAND_LINE }, { kind: 'api_key', ...wanted }),
      );
      if (options.json) return context.print(JSON.stringify({ ...key, key: secret }));
      context.print(secret);
      context.comment(
        'Copy the key now: it is not shown again. To use it: export WRS_API_KEY=KEY, then npx wrs route ORDER.json',
      );
    });

  keys
    .command('roll')
    .description('give a key a new secret and print it once; the one before still works for a while')
    .argument('<slug>', 'client')
    .argument('<name>', 'name of the key')
    .addOption(environmentOption())
    .addOption(overlapOption())
    .addOption(jsonOption())
    .action(async (slug: string, name: string, options: KeyOptions & { overlapHours: number }) => {
      const { secret, ...key } = await context.withDatabase(async (db) => {
        const { id } = await findActive(db.prisma, slug, name, options.environment);
        const rolled = { kind: 'api_key', id, overlap_hours: options.overlapHours } as const;
        return rollClientKey(db, { slug, who: COMMAND_LINE }, rolled);
      });
      if (options.json) return context.print(JSON.stringify({ ...key, key: secret }));
      context.print(secret);
      context.comment(
        `Copy the key now: it is not shown again. The one before works until ${localTime(key.previous_until!)}.`,
      );
    });

  keys
    .command('revoke')
    .description('revoke an active key, immediately and permanently')
    .argument('<slug>', 'client')
    .argument('<name>', 'name of the key')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(async (slug: string, name: string, options: KeyOptions) => {
      const { environment } = options;
      const subject = `api-keys/${environment} ${name}`;
      const act = { who: COMMAND_LINE, action: 'api_keys.revoke', subject };
      const revoked = await context.withDatabase((db) =>
        changeAccess(db, slug, act, async (tx, { id }) => {
          const key = await findActive(tx, slug, name, environment);
          return revokeKey(tx, id, { kind: 'api_key', id: key.id });
        }),
      );
      if (options.json) return context.print(JSON.stringify(revoked));
      context.print(keyTable([context.shown(revoked)], context.look));
      context.suggest('The keys that are left', `admin keys list ${slug}`);
    });

  keys
    .command('list')
    .description('list the keys of a client, including revoked ones')
    .argument('<slug>', 'client')
    .addOption(jsonOption())
    .action(async (slug: string, options: JsonOption) => {
      const list = await context.withDatabase(async ({ prisma }) =>
        listKeys(prisma, (await findClient(prisma, slug)).id, 'api_key'),
      );
      if (options.json) return context.print(JSON.stringify(list));
      context.print(keyTable(context.shown(list), context.look));
      context.suggest('To make a key', `admin keys create ${slug} NAME --environment test`);
    });
}

interface NewKeyOptions extends KeyOptions {
  readonly scope?: string[];
  readonly expiresAt?: string;
  readonly address?: string[];
}

/** The key that options describe. Throws UsageError. */
function readOptions(given: object): ListedKey {
  const { error, data } = apiKey.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new UsageError(`${issue!.path.join('.')}: ${issue!.message}`);
}

/** A client's active key of a name. Throws AppError not_found. */
async function findActive(
  tx: Prisma.TransactionClient,
  slug: string,
  name: string,
  environment: Environment,
): Promise<ApiKeyInfo> {
  const found = (await listKeys(tx, (await findClient(tx, slug)).id, 'api_key')).find(
    (key) => key.name === name && key.environment === environment && key.revoked_at === null,
  );
  if (found === undefined)
    throw new AppError('not_found', `${slug} has no active ${environment} key named ${name}.`);
  return found;
}

/** How long the secret before a new one still works. */
export function overlapOption(): Option {
  const text = `how long the secret before still works, 0 to ${MAX_OVERLAP_HOURS}`;
  return new Option('--overlap-hours <hours>', text).argParser(overlapHours).default(OVERLAP_HOURS);
}

function overlapHours(text: string): number {
  const hours = Number(text);
  if (/^\d{1,3}$/.test(text) && hours <= MAX_OVERLAP_HOURS) return hours;
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`);
}

function name(text: string): string {
  const { success, data } = keyName.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be a text of 1 to 200 characters.');
  return data;
}

const timeOr = (at: Date | null, none: string) => (at === null ? none : localTime(at));

function keyTable(keys: readonly ApiKeyInfo[], { columns }: Look): string {
  return tableText<ApiKeyInfo>(
    [
      ['NAME', (key) => key.name, 'shorten'],
      ['ENV', (key) => key.environment],
      ['KEY', (key) => `${key.key_prefix}…`],
      ['MADE BY', (key) => key.created_by ?? '-', 'shorten'],
      ['SCOPES', (key) => key.scopes?.join(' ') ?? 'all', 'shorten'],
      ['CREATED', (key) => localTime(key.created_at)],
      ['LAST USED', (key) => timeOr(key.last_used_at, 'never')],
      ['EXPIRES', (key) => timeOr(key.expires_at, 'never')],
      ['REVOKED', (key) => timeOr(key.revoked_at, '')],
    ],
    keys,
    columns,
  );
}
