import { loadConfig } from '../shared/config/config.ts';
import { withDatabase } from './with-database.ts';
import { runWrs } from './wrs/command.ts';

// Who reads only the head of the output has what they want.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await runWrs(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  screen: process.stderr,
  withDatabase: (work) => withDatabase(loadConfig(process.env), 'wrs lanes', work),
});
