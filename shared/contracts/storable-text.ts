import type { Fault } from '../foundation/errors/app-error.ts';
import { faultPath, MAX_FAULTS_SHOWN } from '../foundation/errors/faults.ts';

// A NUL and a surrogate can be in well-encoded JSON only as an escape.
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** What PostgreSQL cannot store. With the u flag a surrogate pair is one character, so that only lone surrogates are found. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

export const NOT_STORABLE = 'must not contain NUL characters or lone surrogates';

// Enough to find the text. A body with deep or long names must not make the answer large.
const MAX_STEPS_SHOWN = 20;
const MAX_NAME_SHOWN = 100;

/** A value of the body, its name or index, and the value that contains it. */
interface Found {
  readonly value: unknown;
  readonly step: PropertyKey;
  readonly above: Found | null;
}

/**
 * Finds the texts in a parsed JSON body that PostgreSQL cannot store as they were sent: with NUL characters or lone
 * surrogates, in values and in names. `json` is the body's text. If it has no such escape, the body is not searched.
 */
export function unstorableText(json: string, body: unknown): Fault[] {
  if (!SUSPICIOUS_ESCAPE.test(json)) return [];
  const faults: Fault[] = [];
  // A list instead of recursion, because a body may be nested to any depth.
  const left: Found[] = [{ value: body, step: '', above: null }];
  for (let found = left.pop(); found && faults.length < MAX_FAULTS_SHOWN; found = left.pop()) {
    const { value } = found;
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value)) faults.push({ path: pathOf(found), message: NOT_STORABLE });
    } else if (typeof value === 'object' && value !== null) {
      const numbered = Array.isArray(value);
      for (const [name, inner] of Object.entries(value).reverse()) {
        if (!numbered && UNSTORABLE.test(name))
          faults.push({ path: pathOf(found), message: `names ${NOT_STORABLE}` });
        left.push({ value: inner, step: numbered ? Number(name) : name, above: found });
      }
    }
  }
  return faults;
}

function pathOf(found: Found): string {
  const steps: PropertyKey[] = [];
  for (let at = found; at.above; at = at.above) steps.push(shown(at.step));
  return faultPath(steps.reverse().slice(0, MAX_STEPS_SHOWN)) || 'body';
}

/** A name that can be shown: characters that it must not contain are escaped as in JSON. */
function shown(step: PropertyKey): PropertyKey {
  if (typeof step !== 'string') return step;
  const escaped = step
    .slice(0, MAX_NAME_SHOWN)
    .replace(ALL_UNSTORABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return step.length > MAX_NAME_SHOWN ? `${escaped}…` : escaped;
}
