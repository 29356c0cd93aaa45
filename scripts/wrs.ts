#!/usr/bin/env node
import { buffer } from 'node:stream/consumers';
import { loadConfig } from '../shared/foundation/config/config.ts';
import { withDatabase } from './with-database.ts';
import { EXIT_INTERRUPTED, runWrs } from './wrs/command.ts';

// A reader that closes the pipe early has all that it wants.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
const screen = process.stderr;
const code = await runWrs(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  screen,
  readInput: () => buffer(process.stdin),
  withDatabase: (work) =>
    withDatabase(loadConfig(process.env), { applicationName: 'wrs command', screen }, work),
});
process.exitCode = code;
// Interrupted work would keep the process alive.
if (code === EXIT_INTERRUPTED) process.exit();
