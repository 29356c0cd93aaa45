import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { loadConfig } from '../../shared/foundation/config/config.ts';
import { callWrs } from '../dev/testing/run-wrs.ts';
import { withDatabase } from '../with-database.ts';
import { wholeProgram, wrsProgram } from './command.ts';
import type { WrsContext } from './context.ts';
import { refusalText } from './failures.ts';

function aContext() {
  let screen = '';
  const write = (text: string) => (screen += text);
  const context = { out: { write }, screen: { write } } as unknown as WrsContext;
  return { context, screen: () => screen };
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

it('has a help of every command that fits 80 columns', async () => {
  const { context, screen } = aContext();
  for (const command of withSubcommands(await wholeProgram(context))) command.outputHelp();
  expect(
    screen()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

it('says after a wrong call where its help is', async () => {
  const { context, screen } = aContext();
  const wrs = wrsProgram(context);
  await expect(wrs.parseAsync(['runs', 'show', 'abc'], { from: 'user' })).rejects.toThrow();
  expect(screen()).toMatch(/must be a positive whole number\.\n\n?\(--help says what it takes\)\n/);
});

it('says a single fault once, and several with their places', () => {
  const fault = { path: 'from', message: 'must be a date' };
  const message = 'The request failed validation: from: must be a date';
  expect(refusalText({ message, errors: [fault] })).toBe(message);
  expect(refusalText({ message, errors: [fault, { path: 'to', message: 'is missing' }] })).toBe(
    `${message}\nfrom: must be a date\nto: is missing`,
  );
});

it('prints its version', async () => {
  expect(await callWrs(['--version'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    screen: '',
  });
});

it('has no option twice in one call, of which the command would get none, but --json of what-if', async () => {
  const twice = withSubcommands(await wholeProgram(aContext().context)).flatMap((group) =>
    group.commands.flatMap((command) =>
      command.options
        .filter(({ long }) => group.options.some((option) => option.long === long))
        .map(({ long }) => `${command.name()} ${long}`),
    ),
  );
  // It reads both (what-if.ts).
  expect(twice).toEqual(['changes --json']);
});

it('prints a wrong call as JSON with --json', async () => {
  const { code, out, screen } = await callWrs(['runs', 'show', 'abc', '--json']);
  expect([code, out, JSON.parse(screen)]).toEqual([
    2,
    '',
    { exit_code: 2, code: 'wrong_call', detail: expect.stringMatching(/must be a positive whole number\.$/) },
  ]);
});

it('names DATABASE_URL if its server cannot be reached', async () => {
  const config = loadConfig({ DATABASE_URL: 'postgresql://a:b@localhost:1/c' });
  const open = () =>
    withDatabase(config, { applicationName: 'test' }, () => Promise.reject(new Error('It was opened.')));
  const { code, screen } = await callWrs(['admin', 'plan', 'list'], { open });
  expect([code, screen]).toEqual([
    3,
    expect.stringMatching(/^DATABASE_URL names a server that cannot be reached \(.*ECONNREFUSED.*\)/),
  ]);
  const json = await callWrs(['admin', 'plan', 'list', '--json'], { open });
  expect(JSON.parse(json.screen)).toMatchObject({ exit_code: 3, code: 'not_started' });
});
