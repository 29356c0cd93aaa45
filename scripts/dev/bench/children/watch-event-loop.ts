import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the API (`node --import`). At WATCH_PORT it answers with the p99.9 of the event loop's delay since the last
 * request, in milliseconds. /metrics has p99 only.
 */
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const server = createServer((_request, response) => {
    response.end(String(delay.percentile(99.9) / 1e6));
    delay.reset();
  });
  server.listen(Number(process.env.WATCH_PORT), '127.0.0.1').unref();
}
