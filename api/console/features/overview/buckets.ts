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

/** The overview's hours or days as rows of the charts, named in the reader's zone. */
export function bucketsOf(
  { buckets, bucket }: Pick<Overview, 'buckets' | 'bucket'>,
  timeZone?: string,
): BucketRow[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(bucket === 'hour' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
    ...(timeZone && { timeZone }),
  });
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
