import { Option } from 'commander';
import type { RunView } from '../../../shared/contracts/run.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { ServiceSession, WrsContext } from '../context.ts';

export const followOption = () => new Option('--follow', 'show its progress until it ends');

/**
 * Shows a run's progress until it ends. If the run does not complete, the command fails. Ctrl-C ends only the display; a
 * message says so, and how to follow the run again.
 */
export async function followToEnd(
  { routing_run_id: id }: Pick<RunView, 'routing_run_id'>,
  { client, own, interrupted }: ServiceSession,
  { screen, fail }: Pick<WrsContext, 'screen' | 'fail'>,
): Promise<RunView> {
  const display = new ProgressDisplay(screen);
  const sayThatItGoesOn = () => {
    display.writeLine(
      own
        ? `Run ${id} is saved and continues as soon as a service runs (npm start).`
        : `Run ${id} continues in the background.`,
    );
    display.writeLine(`To follow it again: npx wrs runs show ${id} --follow`);
  };
  interrupted.addEventListener('abort', sayThatItGoesOn, { once: true });
  try {
    let run: RunView | undefined;
    for await (run of client.runs.follow(id, { signal: interrupted })) display.progress(run.progress);
    display.end();
    if (run?.status !== 'completed') fail();
    return run!;
  } finally {
    interrupted.removeEventListener('abort', sayThatItGoesOn);
  }
}
