import type { Command } from 'commander';
import type { WrsContext } from '../context.ts';
import { addListCommand } from './list.ts';
import { addRerouteCommand } from './reroute.ts';
import { addResultsCommand } from './results.ts';
import { addActCommands, addShowCommand } from './show.ts';
import { addSubmitCommand } from './submit.ts';

/** `wrs runs …`. */
export function define(runs: Command, context: WrsContext): void {
  addSubmitCommand(runs, context);
  addRerouteCommand(runs, context);
  addListCommand(runs, context);
  addShowCommand(runs, context);
  addResultsCommand(runs, context);
  addActCommands(runs, context);
}
