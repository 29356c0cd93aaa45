import { InvalidArgumentError, Option } from 'commander';

/** The option `--json`. */
export interface JsonOption {
  readonly json?: true;
}

export const JSON_OPTION = '--json';

export const jsonOption = (what = 'print JSON') => new Option(JSON_OPTION, what);

/** A positive whole number as an argument or an option's value. */
export function positive(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive whole number.');
}

/** An option as words of a call; none if it was not given. */
export function option(name: string, value: string | readonly string[] | undefined): string[] {
  return value === undefined ? [] : [name, ...(typeof value === 'string' ? [value] : value)];
}

/** A word as a shell reads it. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
