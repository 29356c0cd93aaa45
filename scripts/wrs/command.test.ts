import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { wrsProgram } from './command.ts';
import type { WrsContext } from './context.ts';
import { refusalText } from './failures.ts';

function program() {
  let screen = '';
  const write = (text: string) => (screen += text);
  const wrs = wrsProgram({ out: { write }, screen: { write } } as unknown as WrsContext);
  return { wrs, screen: () => screen };
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

it('has a help of every command that fits 80 columns', () => {
  const { wrs, screen } = program();
  for (const command of withSubcommands(wrs)) command.outputHelp();
  expect(
    screen()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

it('says after a wrong call where its help is', () => {
  const { wrs, screen } = program();
  expect(() => wrs.parse(['runs', 'show', 'abc'], { from: 'user' })).toThrow();
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
