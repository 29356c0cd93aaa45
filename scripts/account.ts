import { text } from 'node:stream/consumers';
import { loadConfig } from '../shared/config/config.ts';
import { findService } from '../shared/platform/service-address.ts';
import { runAccountCommand } from './account/command.ts';
import { lookOf } from './terminal/look.ts';
import { withDatabase } from './with-database.ts';

const screen = process.stderr;
process.exitCode = await runAccountCommand(process.argv.slice(2), {
  withDatabase: (work) =>
    withDatabase(loadConfig(process.env), { applicationName: 'wrs account', screen }, work),
  print: (line) => process.stdout.write(`${line}\n`),
  comment: (line) => screen.write(`${line}\n`),
  readInput: () => text(process.stdin),
  look: lookOf(process.stdout),
  serviceUrl: async () => {
    const { dataDir, host, port } = loadConfig(process.env);
    const here = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
    return (await findService(dataDir)) ?? `http://${here}:${port || 3000}`;
  },
});
