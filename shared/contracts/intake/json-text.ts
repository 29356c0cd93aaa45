import secureJson from 'secure-json-parse';

const NOT_JSON = 'is not valid JSON';
const PROTOTYPE_NAME = 'must not have members named __proto__, or prototype within constructor';

/** The value of a JSON text, or why it is refused. */
type ParsedJson =
  | { readonly value: unknown; readonly fault: null }
  | { readonly fault: typeof NOT_JSON | typeof PROTOTYPE_NAME };

/** Parses JSON by the rules of all endpoints. Names that would change an object's prototype are refused. */
export function parseJson(json: string): ParsedJson {
  if (json.startsWith('\uFEFF')) return { fault: NOT_JSON }; // the parser would ignore it
  try {
    return {
      value: secureJson.parse(json, { protoAction: 'error', constructorAction: 'error' }),
      fault: null,
    };
  } catch {
    return { fault: isJson(json) ? PROTOTYPE_NAME : NOT_JSON };
  }
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
