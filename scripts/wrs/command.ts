import { Command, CommanderError } from 'commander';
import { createRoutingClient, shownAddress } from '../../shared/client/client.ts';
import { packageVersion } from '../../shared/foundation/project-root.ts';
import { shown } from '../terminal/escape-controls.ts';
import { lookOf, type Screen } from '../terminal/look.ts';
import { keyOf, type WrsContext, type WrsDeps } from './context.ts';
import { failureOf, Interrupted, refusalText, UsageError } from './failures.ts';
import { JSON_OPTION, option, shellWord } from './options.ts';
import { shownClient } from './shown-client.ts';
import { withService } from './with-service.ts';

const HELP = `
The service is the one at --url or WRS_URL, else the one that runs on this
DATA_DIR; if none runs, one is started for the command and stopped after it.
The API key is --key or WRS_API_KEY. "wrs admin" needs none: it works on
the database of this DATA_DIR, or on DATABASE_URL.

Exit codes: 0 done; 1 the service refused, what was asked for is not there, or
the run failed or was cancelled; 2 a wrong call or an unusable file; 3 the
service or its database cannot be reached; 4 a what-if is worse by
--fail-if-worse; 5 a watch has waited longer than its --patience;
130 interrupted. With --json the last line of the standard error of a failed
call is a JSON object: exit_code, code, detail, and more.`;

const NO_KEY = `An API key is needed: --key or WRS_API_KEY.
To make one: npx wrs admin keys create CLIENT NAME --environment test`;

/** Gives a subcommand its arguments, options and action, or a group its own subcommands. */
type Define = (command: Command, context: WrsContext) => void;

/** In the order of the help. What a command is made of is loaded when it is called, so that each starts fast. */
const COMMANDS: Readonly<
  Record<string, readonly [description: string, load: () => Promise<{ readonly define: Define }>]>
> = {
  route: ['route an order or a batch and show the decisions', () => import('./route.ts')],
  why: [
    'explain the decision on an order: what each warehouse had and could have shipped',
    () => import('./why.ts'),
  ],
  promise: [
    'ask when a cart would leave and arrive; nothing is stored or reserved',
    () => import('./promise.ts'),
  ],
  release: [
    'return the reserved units of a cancelled or shipped order to stock',
    () => import('./release.ts'),
  ],
  confirm: [
    'keep an order that is held: its hold does not release it any more',
    () => import('./confirm.ts'),
  ],
  shipped: [
    'say that the orders of a file have shipped, each as a whole or not at all',
    () => import('./shipped.ts'),
  ],
  reroute: [
    'route a stored order again, excluding or requiring some warehouses',
    () => import('./reroute.ts'),
  ],
  runs: ['managed runs, and what became of all runs', () => import('./runs/runs.ts')],
  'what-if': [
    'decide stored orders as configured and with a draft, and compare; nothing is saved as a decision',
    () => import('./what-if/what-if.ts'),
  ],
  inventory: ['manage stock', () => import('./inventory.ts')],
  watch: [
    'route each file of orders that is put into a folder, write its results there, and move it; take files in its ' +
      'folders stock, changes and shipped as stock, as changes of stock, and as orders that have shipped',
    () => import('./watch/watch.ts'),
  ],
  mcp: [
    'serve the account to assistants by the Model Context Protocol on standard input and output',
    () => import('./mcp/mcp.ts'),
  ],
  admin: [
    'set up clients and maintain data, directly on the database (no API key)',
    () => import('./admin/admin.ts'),
  ],
};

/** The command `wrs` with the names of its subcommands; each is defined when it is called. With `isJson` it only throws what is wrong with a call. */
export function wrsProgram(context: WrsContext, isJson = false): Command {
  const wrs = new Command('wrs')
    .description('Work with the warehouse routing service.')
    .version(packageVersion(), '--version', 'print the version')
    .option('--url <url>', 'address of the service')
    .option('--key <key>', 'API key')
    .addHelpText('after', HELP)
    .showHelpAfterError('(--help says what it takes)')
    // Descriptions beside long arguments wrap, too.
    .configureHelp({ minWidthToWrap: 30 })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => {
        if (!isJson) context.screen.write(text);
      },
    });
  // A subcommand copies these settings when it is added, so they come first.
  for (const [name, [description]] of Object.entries(COMMANDS)) wrs.command(name).description(description);
  wrs.hook('preSubcommand', (_, command) => define(command, context));
  return wrs;
}

/** The command `wrs` with all that its subcommands are made of. */
export async function wholeProgram(context: WrsContext): Promise<Command> {
  const wrs = wrsProgram(context);
  for (const command of wrs.commands) await define(command, context);
  return wrs;
}

async function define(command: Command, context: WrsContext): Promise<void> {
  const [, load] = COMMANDS[command.name()] ?? [];
  (await load?.())?.define(command, context);
}

/** Runs the command `wrs` with the words that follow its name, and returns its exit code. */
export async function runWrs(args: readonly string[], deps: WrsDeps): Promise<number> {
  let code = 0;
  const isJson = args.includes(JSON_OPTION);
  // JSON has its own escapes.
  const isShown = deps.out.isTTY === true && !isJson;
  const context: WrsContext = {
    ...deps,
    look: lookOf(deps.out),
    shown: (data) => (isShown ? shown(data) : data),
    withService: async (command, work, options) => {
      const { url = deps.env.WRS_URL || undefined } = command.optsWithGlobals<{ url?: string }>();
      if (url !== undefined && !isHttpUrl(url)) {
        throw new UsageError(
          `${shownAddress(url)} is not an address of a service: it must begin with http:// or https://.`,
        );
      }
      return withService(url, deps, work, options);
    },
    withSession: async (command, work, { retries = 0, ...options } = {}) => {
      const key = keyOf(command, deps.env);
      if (key === undefined) throw new UsageError(NO_KEY);
      return context.withService(
        command,
        ({ url, ...service }) => {
          const client = createRoutingClient(url, key, { retries });
          return work({ ...service, client: isShown ? shownClient(client) : client });
        },
        options,
      );
    },
    print: (text) => deps.out.write(`${text}\n`),
    comment: (text) => deps.screen.write(`${text}\n`),
    suggest: (what, command, ...words) => {
      const { paint } = lookOf(deps.screen);
      const { url } = wrs.opts<{ url?: string }>();
      const at = option('--url', url && shownAddress(url));
      const call = ['npx wrs', ...at.map(shellWord), command, ...words.map(shellWord)].join(' ');
      deps.screen.write(`${paint.faint(`${what}:`)} ${call}\n`);
    },
    fail: (exitCode = 1) => {
      code = exitCode;
    },
  };
  const wrs = wrsProgram(context, isJson);
  try {
    await wrs.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportFailure(error, deps.screen, isJson);
  }
}

/** The exit code of a command on Ctrl-C: 128 and the number of the signal, as in a shell. */
export const EXIT_INTERRUPTED = 130;

function reportFailure(error: unknown, screen: Screen, isJson: boolean): number {
  if (error instanceof Interrupted) return EXIT_INTERRUPTED;
  // Help was asked for.
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const failure = failureOf(error);
  if (isJson) screen.write(`${JSON.stringify(failure)}\n`);
  else if (!(error instanceof CommanderError))
    screen.write(`${refusalText({ message: failure.detail, errors: failure.errors ?? [] })}\n`);
  return failure.exit_code;
}

function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
}
