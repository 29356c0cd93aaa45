/**
 * The offered media type that an Accept header prefers (RFC 9110 section 12.5.1). Of equal types, the one that is offered
 * first; if the header takes none of them, the first.
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

/** The quality of the most specific range that matches. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.pattern === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
