import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { invalidAccountFile, parseAccountFile } from '../../shared/accounts/account-file.ts';
import { type AppliedAccount, applyAccountFile } from '../../shared/accounts/apply-account.ts';
import { exportAccount } from '../../shared/accounts/export-account.ts';
import { laneFileText } from '../../shared/accounts/lane-tables.ts';
import type { AccountCommandDeps } from './deps.ts';
import { type Json, json } from './options.ts';

export function addFileCommands(account: Command, deps: AccountCommandDeps): void {
  account
    .command('apply')
    .description('create or update a client as an account file says')
    .argument('<file>', 'account file (JSON)')
    .addOption(json())
    .action(async (path: string, options: Json) => {
      const file = parseAccountFile(await readJson(path));
      const applied = await deps.withDatabase((db) =>
        applyAccountFile(db, file, { baseDir: dirname(resolve(path)) }),
      );
      const { changes, ...answer } = applied;
      if (options.json) deps.print(JSON.stringify(answer));
      else for (const line of describe(file.client.slug, applied)) deps.print(line);
    });

  account
    .command('export')
    .description("write a client's account file, without secrets and passwords")
    .argument('<slug>', 'client')
    .option('--out <file>', 'a file in place of the standard output')
    .option(
      '--lanes <file>',
      "write the client's own lanes too, to a file named relative to the account file",
    )
    .action(async (slug: string, { out, lanes }: { out?: string; lanes?: string }) => {
      const exported = await deps.withDatabase((db) => exportAccount(db, slug, lanes));
      if (lanes !== undefined && exported.lanes !== null) {
        await writeFile(resolve(dirname(out ?? ''), lanes), laneFileText(exported.lanes));
      } else if (lanes !== undefined) {
        deps.tell(`${slug} has no lanes of its own: ${lanes} was not written.`);
      }
      const text = JSON.stringify(exported.file, null, 2);
      if (out === undefined) deps.print(text);
      else await writeFile(out, `${text}\n`);
    });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw invalidAccountFile([{ path, message: code === undefined ? message : `cannot be read: ${code}` }]);
  }
}

function describe(
  slug: string,
  { client_id, contract_variant, api_keys, changes }: AppliedAccount,
): string[] {
  return [
    `${slug}: client ${client_id}, contract variant ${contract_variant}`,
    ...(changes.length === 0 ? ['  nothing changed'] : changes.map((change) => `  ${change}`)),
    ...api_keys.flatMap(({ name, environment, key }) =>
      key === null ? [] : [`  ${environment} key ${name}, shown this once: ${key}`],
    ),
  ];
}
