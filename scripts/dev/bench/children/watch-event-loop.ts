import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before the API (`node --import`). On any message it sends the p99.9 of the event loop's delay since the last
 * message, in milliseconds. /metrics has p99 only.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  process.send!(delay.percentile(99.9) / 1e6);
  delay.reset();
});
process.channel?.unref();
