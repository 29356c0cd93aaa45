// The text of parts of valid JSON as it was written. Parsing rounds numbers, drops repeated names and sorts others.

/** The text of a member of an object; of a repeated name, the last one, as parsing has it. Null: it has no such member. */
export function memberSource(object: string, name: string): string | null {
  const plain = `"${name}"`;
  let source: string | null = null;
  eachChild(object, (from, colon, to) => {
    const key = object.slice(from, colon).trim();
    if (key === plain || (key.includes('\\') && JSON.parse(key) === name))
      source = object.slice(colon + 1, to).trim();
  });
  return source;
}

/** The texts of the elements of an array. */
export function elementSources(array: string): string[] {
  const sources: string[] = [];
  eachChild(array, (from, _, to) => sources.push(array.slice(from, to).trim()));
  return sources;
}

/** How deep objects and arrays are nested, with the outermost one as the first level. */
export function depthOf(json: string): number {
  return eachChild(json, () => {});
}

/**
 * Finds the children of an object or array: where each begins and ends, and the colon after its name. Returns how deep the
 * JSON is nested.
 */
function eachChild(json: string, onChild: (from: number, colon: number, to: number) => void): number {
  let [depth, deepest, from, colon] = [0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (depth === 1) from = at + 1;
    } else if (character === '}' || character === ']') {
      if (depth === 1 && json.slice(from, at).trim() !== '') onChild(from, colon, at);
      depth -= 1;
    } else if (depth === 1 && character === ':') colon = at;
    else if (depth === 1 && character === ',') {
      onChild(from, colon, at);
      from = at + 1;
    }
  }
  return deepest;
}

/** The index of the quote that ends a string. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, quote: number): boolean {
  let before = quote;
  while (json[before - 1] === '\\') before -= 1;
  return (quote - before) % 2 === 1;
}
