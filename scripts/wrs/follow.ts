import { setTimeout as pause } from 'node:timers/promises';
import type { RunView } from '../../shared/contracts/run.ts';
import type { Client } from './client.ts';
import { Refused } from './failures.ts';

const RECONNECT_MS = 1000;
/** A service that restarts is back within this. */
const PATIENCE_MS = 120_000;
const ENDED: ReadonlySet<RunView['status']> = new Set(['completed', 'cancelled', 'failed']);

/**
 * Follows a run by its events until it ends, over breaks of the connection; `onChange` hears each state. Returns
 * the run as it ended. Throws Unreachable where the service stays away.
 */
export async function followRun(
  client: Client,
  runId: number,
  onChange: (run: RunView) => void,
): Promise<RunView> {
  let heardAt = Date.now();
  for (;;) {
    try {
      for await (const run of events(client, runId)) {
        heardAt = Date.now();
        if (run === null) continue;
        onChange(run);
        if (ENDED.has(run.status)) return run;
      }
    } catch (error) {
      // A stream that breaks off is no more than a reason to connect again.
      if (error instanceof Refused || Date.now() - heardAt > PATIENCE_MS) throw error;
    }
    await pause(RECONNECT_MS);
  }
}

/** Each event's run, null for a sign of life, until the stream closes or breaks off. */
async function* events(client: Client, runId: number): AsyncGenerator<RunView | null> {
  const body = await client.stream(`/api/v1/runs/${runId}/events`, 'text/event-stream');
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
