import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import type { RunView } from '../../../shared/contracts/run.ts';
import { ProgressDisplay } from '../../terminal/progress-display.ts';
import type { ServiceClient } from '../client.ts';
import type { ServiceSession, WrsContext } from '../context.ts';
import { Refused } from '../failures.ts';

const RECONNECT_MS = 1000;
/** A restarting service answers again within this time. */
const PATIENCE_MS = 120_000;
const ENDED: ReadonlySet<RunView['status']> = new Set(['completed', 'cancelled', 'failed']);

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
    const ended = await followRun(client, id, ({ progress }) => display.progress(progress), interrupted);
    display.end();
    if (ended.status !== 'completed') fail();
    return ended;
  } finally {
    interrupted.removeEventListener('abort', sayThatItGoesOn);
  }
}

/**
 * Follows a run by its events until it ends, and reconnects if the connection breaks. `onChange` gets each state. Returns
 * the run as it ended. Throws Unreachable if the service does not come back, and throws if `signal` aborts.
 */
export async function followRun(
  client: ServiceClient,
  runId: number,
  onChange: (run: RunView) => void,
  signal?: AbortSignal,
): Promise<RunView> {
  let lastEventAt = Date.now();
  for (;;) {
    try {
      for await (const run of events(client, runId, signal)) {
        lastEventAt = Date.now();
        if (run === null) continue;
        onChange(run);
        if (ENDED.has(run.status)) return run;
      }
    } catch (error) {
      // If the stream only broke off, it is opened again.
      if (signal?.aborted || error instanceof Refused || Date.now() - lastEventAt > PATIENCE_MS) throw error;
    }
    await pause(RECONNECT_MS);
  }
}

/** The run of each event, or null for a heartbeat, until the stream ends. */
async function* events(
  client: ServiceClient,
  runId: number,
  signal?: AbortSignal,
): AsyncGenerator<RunView | null> {
  const body = await client.stream(`/api/v1/runs/${runId}/events`, 'text/event-stream', signal);
  let text = '';
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      yield data === undefined ? null : (JSON.parse(data) as RunView);
    }
  }
}
