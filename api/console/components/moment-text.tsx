import { date, exact, relative } from '../view/times.ts';

/** A moment as people say it, beyond a month its date; the exact time on hover. In the reader's zone. */
export function MomentText({ at }: { at: string | null }) {
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={`${exact(moment)} (${at})`}>
      {relative(moment, new Date()) ?? date(moment)}
    </time>
  );
}
