import type { Overview } from './use-overview.ts';

/** A point in time of the charts. */
export interface BucketRow {
  readonly label: string;
  readonly FULL: number;
  readonly SPLIT: number;
  readonly PARTIAL: number;
  readonly PARTIAL_SPLIT: number;
  readonly NONE: number;
  /** In percent; null if nothing was ordered. */
  readonly 'Fill rate': number | null;
}

const labelFormat = (bucket: Overview['bucket'], timeZone?: string) =>
  new Intl.DateTimeFormat('en-GB', {
    ...(bucket === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
    ...(timeZone && { timeZone }),
  });

/** The hours or days in which the configuration changed, by label, and what changed in each. */
export function changedBuckets(
  { buckets, bucket, changes }: Pick<Overview, 'buckets' | 'bucket' | 'changes'>,
  nameOf: (at: string) => string,
  timeZone?: string,
): ReadonlyMap<string, readonly string[]> {
  const format = labelFormat(bucket, timeZone);
  const names = new Map<string, string[]>();
  for (const at of changes) {
    const found = buckets.findLast(({ from }) => Date.parse(from) <= Date.parse(at));
    if (found === undefined) continue;
    const label = format.format(new Date(found.from));
    names.set(label, [...(names.get(label) ?? []), nameOf(at)]);
  }
  return names;
}

/** The overview's hours or days as rows of the charts, named in the reader's zone. */
export function bucketsOf(
  { buckets, bucket }: Pick<Overview, 'buckets' | 'bucket'>,
  timeZone?: string,
): BucketRow[] {
  const format = labelFormat(bucket, timeZone);
  return buckets.map((counts) => ({
    label: format.format(new Date(counts.from)),
    FULL: counts.full_count,
    SPLIT: counts.split_count,
    PARTIAL: counts.partial_count,
    PARTIAL_SPLIT: counts.partial_split_count,
    NONE: counts.none_count,
    'Fill rate':
      counts.units_ordered === 0
        ? null
        : Math.round((counts.units_shipped / counts.units_ordered) * 1000) / 10,
  }));
}
