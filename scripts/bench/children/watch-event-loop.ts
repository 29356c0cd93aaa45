import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before the API (`node --import`): on any message it tells the p99.9 of its event loop's delay since the
 * last one, in milliseconds. /metrics has no more than p99.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  process.send!(delay.percentile(99.9) / 1e6);
  delay.reset();
});
process.channel?.unref();
