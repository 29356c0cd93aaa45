import type { Command } from 'commander';
import { findClient } from '../../../shared/account/clients.ts';
import { readSso, removeSso } from '../../../shared/account/sso-connection.ts';
import {
  checkDomain,
  lookUpTxt,
  proveDomain,
  saveCheckedDomain,
} from '../../../shared/account/sso-domains.ts';
import type { Database } from '../../../shared/db/database.ts';
import { loadConfig } from '../../../shared/foundation/config/config.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { tableText } from '../../terminal/table.ts';
import { localTime } from '../../terminal/times.ts';
import type { WrsContext } from '../context.ts';
import { type JsonOption, jsonOption } from '../options.ts';

/** `wrs admin sso …`: the single sign-on of a client, for whoever runs the service. */
export function addSsoCommands(admin: Command, context: WrsContext): void {
  const sso = admin.command('sso').description('single sign-on of a client, and its domains');
  const who = COMMAND_LINE;
  /** Does something, and shows how the client stands then. */
  const then =
    (work: (db: Database, slug: string, domain: string) => Promise<unknown>) =>
    async (slug: string, ...[first, second]: [string, JsonOption] | [JsonOption, unknown]) => {
      // Commander calls with the arguments of the command, and its options after them.
      const [domain, { json }] = typeof first === 'string' ? [first, second as JsonOption] : ['', first];
      const { publicUrl } = loadConfig(context.env);
      const { can_require: _, ...shown } = await context.withDatabase(async (db) => {
        await work(db, slug, domain);
        return readSso(db, (await findClient(db.prisma, slug)).id, who, publicUrl);
      });
      if (json) return context.print(JSON.stringify(shown));
      if (shown.sso === null) return context.comment(`${slug} has no single sign-on.`);
      const { issuer, required, break_glass_user } = shown.sso;
      context.print(`${issuer}${required ? `, required but for ${break_glass_user}` : ''}`);
      const table = tableText<(typeof shown.domains)[number]>(
        [
          ['DOMAIN', ({ domain }) => domain],
          ['PROVED', ({ proved_at }) => (proved_at === null ? 'no' : localTime(proved_at))],
          ['BY', ({ proved_by }) => proved_by ?? ''],
          ['RECORD', ({ record }) => `${record.name} TXT ${record.value}`],
        ],
        shown.domains,
        context.look.columns,
      );
      context.print(table);
    };

  sso
    .command('show')
    .description('show the provider and the domains, with the DNS records that prove them')
    .argument('<slug>', 'client')
    .addOption(jsonOption())
    .action(then(async () => {}));
  sso
    .command('check')
    .description('look in DNS whether a domain is proved')
    .argument('<slug>', 'client')
    .argument('<domain>', 'one of its domains')
    .addOption(jsonOption())
    .action(
      then(async (db, slug, domain) => {
        const { id } = await findClient(db.prisma, slug);
        const { isUnknown, ...found } = await checkDomain(db, id, domain, lookUpTxt);
        if (found.problem !== null) context.comment(found.problem);
        if (!isUnknown) await saveCheckedDomain(db, { slug, who }, found);
      }),
    );
  sso
    .command('prove')
    .description('say that a domain is the client’s, whatever DNS says; it then counts')
    .argument('<slug>', 'client')
    .argument('<domain>', 'one of its domains')
    .addOption(jsonOption())
    .action(then((db, slug, domain) => proveDomain(db, { slug, who }, domain)));
  sso
    .command('remove')
    .description('end single sign-on, if a provider is gone for good; passwords work again')
    .argument('<slug>', 'client')
    .addOption(jsonOption())
    .action(then((db, slug) => removeSso(db, { slug, who })));
}
