// Runs one of the programs: `node scripts/run.mjs scripts/account list` bootstraps, reads .env if there is one,
// and goes on as dist/scripts/account.js with the arguments after it.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, root } from './bootstrap.mjs';

const [name, ...args] = process.argv.slice(2);
const isForDevelopers = name.startsWith('scripts/dev/');
bootstrap({ dev: isForDevelopers, compile: true });
const variables = join(root, '.env');
if (existsSync(variables)) process.loadEnvFile(variables);

// npm runs its scripts in the project's folder; relative paths are relative to where its caller is.
const { INIT_CWD: caller } = process.env;
if (caller && existsSync(caller) && realpathSync(process.cwd()) === realpathSync(root)) process.chdir(caller);

const program = join(root, 'dist', `${name}.js`);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
