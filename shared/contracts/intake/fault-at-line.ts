import type { Fault } from '../../foundation/errors/app-error.ts';

/**
 * A fault of a document that was made of rows, with the line of an element of its list in place of the element's path. So is
 * another element that its message names.
 */
export function faultAtLine({ path, message }: Fault, list: string, lines: readonly number[]): Fault {
  const [, place, rest] = new RegExp(`^${list}\\[(\\d+)\\]\\.?(.*)$`).exec(path) ?? [];
  if (place === undefined) return { path, message };
  const other = message.replace(new RegExp(`${list}\\[(\\d+)\\]`), (_, nth) => `line ${lines[nth]}`);
  return { path: `line ${lines[Number(place)]}: ${rest}`, message: other };
}
