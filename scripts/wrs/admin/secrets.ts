import type { Command } from 'commander';
import { reseal } from '../../../shared/db/reseal.ts';
import { ensureKeyFile } from '../../../shared/db/secrets-key.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { counted } from '../../terminal/numbers.ts';
import type { WrsContext } from '../context.ts';
import { jsonOption } from '../options.ts';

/** `wrs admin secrets …`. */
export function addSecretsCommands(admin: Command, context: WrsContext): void {
  const secrets = admin
    .command('secrets')
    .description('look after the key that seals secrets in the database');
  secrets
    .command('key')
    .description('make a key in DATA_DIR if there is none; it is used where SECRETS_KEY is not set')
    .action(async () => context.print(await ensureKeyFile(loadConfig(context.env))));
  secrets
    .command('reseal')
    .description('seal with SECRETS_KEY what SECRETS_KEY_PREVIOUS has sealed; the service may run')
    .addOption(jsonOption())
    .action(async ({ json: isJson }: { json?: true }) => {
      const resealed = await context.withDatabase(reseal);
      if (isJson) {
        context.print(JSON.stringify({ resealed }));
        return;
      }
      const total = resealed.reduce((sum, { count }) => sum + count, 0);
      context.print(
        `Sealed ${counted(total, 'secret')} again. SECRETS_KEY_PREVIOUS is no longer needed; keep that key as long as you ` +
          'keep back-ups of the database from before.',
      );
    });
}
