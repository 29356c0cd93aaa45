import { visit } from 'jsonc-parser';
import secureJson from 'secure-json-parse';

/** Why a JSON text is refused: it is no JSON from `offset` on (null: not found), or has a name that is refused. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly offset: number | null }
  | { readonly kind: 'prototype' };

/** The value of a JSON text, or why it is refused. */
type ParsedJson = { readonly value: unknown; readonly fault: null } | { readonly fault: JsonFault };

/** Parses JSON by the rules of all endpoints. Names that would change an object's prototype are refused. */
export function parseJson(json: string): ParsedJson {
  if (json.startsWith('\uFEFF')) return { fault: { kind: 'syntax', offset: 0 } }; // the parser would ignore it
  try {
    return {
      value: secureJson.parse(json, { protoAction: 'error', constructorAction: 'error' }),
      fault: null,
    };
  } catch {
    return { fault: isJson(json) ? { kind: 'prototype' } : { kind: 'syntax', offset: firstFault(json) } };
  }
}

/** A fault as the end of a sentence. `placeOf` names a place of the text. */
export function faultText(fault: JsonFault, placeOf: (offset: number) => string): string {
  if (fault.kind === 'prototype')
    return 'must not have members named __proto__, or prototype within constructor';
  return `is not valid JSON${fault.offset === null ? '' : ` (${placeOf(fault.offset)})`}`;
}

/** A place in a text, counted from 1: `line 2, column 14`. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}

/** Where a text stops being JSON; JSON.parse itself says it of some faults only. */
function firstFault(json: string): number | null {
  let first: number | null = null;
  const onError = (_code: unknown, offset: number) => {
    first = offset;
    throw new Error('found');
  };
  try {
    visit(json, { onError }, { disallowComments: true });
  } catch {
    // found, or nested too deeply to be looked for
  }
  return first;
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
