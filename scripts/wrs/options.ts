import { InvalidArgumentError, Option } from 'commander';

/** The option `--json`. */
export interface JsonOption {
  readonly json?: true;
}

export const jsonOption = (what = 'print JSON') => new Option('--json', what);

/** A positive whole number as an argument or an option's value. */
export function positive(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive whole number.');
}
