/**
 * The offered media type that an Accept header likes best (RFC 9110 section 12.5.1); of equals the one offered
 * first. Where it takes none of them, the first all the same.
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T {
  const ranges = (accept ?? '*/*').split(',').map(parseRange);
  let best: { type: T; quality: number } = { type: offered[0], quality: 0 };
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
}

interface MediaRange {
  readonly pattern: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [pattern = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { pattern, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range that holds decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.pattern === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
