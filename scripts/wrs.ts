#!/usr/bin/env node
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { withoutControls } from './terminal/escape-controls.ts';
import { EXIT_INTERRUPTED, runWrs } from './wrs/command.ts';

// A reader that closes the pipe early has all that it wants.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
const screen = withoutControls(process.stderr);
const isAsked = process.stdin.isTTY && process.stderr.isTTY;
const code = await runWrs(process.argv.slice(2), {
  env: process.env,
  out: withoutControls(process.stdout),
  screen,
  readInput: () => buffer(process.stdin),
  confirm: isAsked ? async (question) => /^y(es)?$/i.test(await ask(question)) : null,
  ask: isAsked ? ask : null,
  // Loaded by what works on the database, not by what calls the service.
  withDatabase: async (work) => {
    const { loadConfig } = await import('../shared/foundation/config/config.ts');
    const { withDatabase } = await import('./with-database.ts');
    return withDatabase(loadConfig(process.env), { applicationName: 'wrs command', screen }, work);
  },
});
process.exitCode = code;
// Interrupted work would keep the process alive.
if (code === EXIT_INTERRUPTED) process.exit();

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C and Ctrl-D close it without an answer.
    const closed = once(terminal, 'close').then(() => '');
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}
