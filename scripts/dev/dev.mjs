// For work on the console: the service of `npm start`, and Vite in front of it, which shows each change of api/console at
// once. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, root } from '../bootstrap.mjs';

bootstrap({ dev: true });
const port = process.env.PORT ?? '3000';
const programs = [
  ['scripts/run.mjs', 'scripts/start'],
  [join('node_modules', 'vite', 'bin', 'vite.js'), join('api', 'console')],
];
const env = { ...process.env, CONSOLE_SERVICE: `http://127.0.0.1:${port}` };
const running = programs.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }));
for (const program of running) {
  program.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    for (const other of running) other.kill('SIGTERM');
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => {});
