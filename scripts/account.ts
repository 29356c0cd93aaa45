import { text } from 'node:stream/consumers';
import { loadConfig } from '../shared/config/config.ts';
import { runAccountCommand } from './account/command.ts';
import { withDatabase } from './with-database.ts';

process.exitCode = await runAccountCommand(process.argv.slice(2), {
  withDatabase: (work) => withDatabase(loadConfig(process.env), 'wrs account', work),
  print: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
  readInput: () => text(process.stdin),
});
