import { type Command, InvalidArgumentError } from 'commander';
import { keyName } from '../../shared/accounts/account-file.ts';
import { inAccountTransaction } from '../../shared/accounts/account-transaction.ts';
import { type ApiKeyInfo, createApiKey, listApiKeys, revokeApiKey } from '../../shared/accounts/api-keys.ts';
import { findClient } from '../../shared/accounts/clients.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AccountCommandDeps } from './deps.ts';
import { environment, type Json, json, type KeyOptions } from './options.ts';
import { tableText } from './table.ts';

export function addKeyCommands(account: Command, deps: AccountCommandDeps): void {
  const keys = account.command('keys').description('API keys of a client');

  keys
    .command('create')
    .description('make a key and print its secret, once')
    .argument('<slug>', 'client')
    .argument('<name>', 'name of the key', name)
    .addOption(environment())
    .addOption(json())
    .action(async (slug: string, name: string, options: KeyOptions) => {
      const { secret, ...key } = await deps.withDatabase((db) =>
        inAccountTransaction(db, slug, async (tx) =>
          createApiKey(tx, (await findClient(tx, slug)).id, { name, environment: options.environment }),
        ),
      );
      if (options.json) return deps.print(JSON.stringify({ ...key, key: secret }));
      deps.print(secret);
      deps.tell('The key is shown this once.');
    });

  keys
    .command('revoke')
    .description('revoke an active key, at once and for good')
    .argument('<slug>', 'client')
    .argument('<name>', 'name of the key')
    .addOption(environment())
    .addOption(json())
    .action(async (slug: string, name: string, options: KeyOptions) => {
      const revoked = await deps.withDatabase((db) =>
        inAccountTransaction(db, slug, async (tx) => {
          const { id } = await findClient(tx, slug);
          const active = (await listApiKeys(tx, id)).find(
            (key) => key.name === name && key.environment === options.environment && key.revoked_at === null,
          );
          if (active === undefined) {
            throw new AppError(
              'not_found',
              `${slug} has no active ${options.environment} key named ${name}.`,
            );
          }
          return revokeApiKey(tx, id, active.id);
        }),
      );
      deps.print(options.json ? JSON.stringify(revoked) : keyTable([revoked]));
    });

  keys
    .command('list')
    .description('list the keys of a client, revoked ones too')
    .argument('<slug>', 'client')
    .addOption(json())
    .action(async (slug: string, options: Json) => {
      const list = await deps.withDatabase(async ({ prisma }) =>
        listApiKeys(prisma, (await findClient(prisma, slug)).id),
      );
      deps.print(options.json ? JSON.stringify(list) : keyTable(list));
    });
}

function name(text: string): string {
  const { success, data } = keyName.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be a text of 1 to 200 characters.');
  return data;
}

function keyTable(keys: readonly ApiKeyInfo[]): string {
  return tableText(
    ['name', 'environment', 'key', 'created', 'revoked'],
    keys.map((key) => [
      key.name,
      key.environment,
      `${key.key_prefix}…`,
      key.created_at.toISOString(),
      key.revoked_at?.toISOString() ?? '',
    ]),
  );
}
