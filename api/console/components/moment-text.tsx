import { exact, relative } from '../view/times.ts';

/** A moment as people say it, the exact time on hover; in the reader's zone. */
export function MomentText({ at }: { at: string | null }) {
  if (at === null) return <span>–</span>;
  const moment = new Date(at);
  const words = exact(moment);
  return (
    <time dateTime={at} title={`${words} (${at})`}>
      {relative(moment, new Date()) ?? words}
    </time>
  );
}
