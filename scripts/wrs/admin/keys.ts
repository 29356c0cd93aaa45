import { type Command, InvalidArgumentError } from 'commander';
import { COMMAND_LINE } from '../../../shared/accounts/actor.ts';
import { type ApiKeyInfo, listApiKeys, revokeApiKey } from '../../../shared/accounts/api-keys.ts';
import { changeAccount } from '../../../shared/accounts/change-account.ts';
import { addClientKey } from '../../../shared/accounts/client-access.ts';
import { findClient } from '../../../shared/accounts/clients.ts';
import { keyName } from '../../../shared/contracts/account/account-file-schema.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { Look } from '../../terminal/look.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
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
    .addOption(jsonOption())
    .action(async (slug: string, name: string, options: KeyOptions) => {
      const { environment } = options;
      const { secret, ...key } = await context.withDatabase((db) =>
        addClientKey(db, { slug, who: COMMAND_LINE }, { name, environment }),
      );
      if (options.json) return context.print(JSON.stringify({ ...key, key: secret }));
      context.print(secret);
      context.comment(
        'Copy the key now: it is not shown again. To use it: export WRS_API_KEY=KEY, then npx wrs route ORDER.json',
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
      const revoked = await context.withDatabase(async (db) => {
        const { result } = await changeAccount(db, slug, act, async (tx, { id }) => {
          const active = (await listApiKeys(tx, id)).find(
            (key) => key.name === name && key.environment === environment && key.revoked_at === null,
          );
          if (active === undefined) {
            throw new AppError('not_found', `${slug} has no active ${environment} key named ${name}.`);
          }
          return revokeApiKey(tx, id, active.id);
        });
        return result;
      });
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
        listApiKeys(prisma, (await findClient(prisma, slug)).id),
      );
      if (options.json) return context.print(JSON.stringify(list));
      context.print(keyTable(context.shown(list), context.look));
      context.suggest('To make a key', `admin keys create ${slug} NAME --environment test`);
    });
}

function name(text: string): string {
  const { success, data } = keyName.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be a text of 1 to 200 characters.');
  return data;
}

function keyTable(keys: readonly ApiKeyInfo[], { columns }: Look): string {
  return tableText(
    [
      { title: 'NAME', narrow: 'shorten' },
      { title: 'ENV' },
      { title: 'KEY' },
      { title: 'MADE BY', narrow: 'shorten' },
      { title: 'CREATED' },
      { title: 'REVOKED' },
    ],
    keys.map(({ name, environment, key_prefix, created_by, created_at, revoked_at }) => [
      name,
      environment,
      `${key_prefix}…`,
      created_by ?? '-',
      localTime(created_at),
      revoked_at === null ? '' : localTime(revoked_at),
    ]),
    columns,
  );
}
