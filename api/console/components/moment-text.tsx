import { date, exact, relative } from '../view/times.ts';

/** A relative time, or the date if it is more than a month ago; on hover the exact time in the reader's zone. */
export function MomentText({ at }: { at: string | null }) {
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={`${exact(moment)} (${at})`}>
      {relative(moment, new Date()) ?? date(moment)}
    </time>
  );
}
