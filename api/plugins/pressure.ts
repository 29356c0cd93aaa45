import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { overloaded } from '../../shared/foundation/errors/app-error.ts';

/** The share of V8's memory limit beyond which the process is about to run out of memory. */
const MAX_HEAP_SHARE = 0.9;

export interface PressureOptions {
  /** How late the event loop may be on average over a second; 0: any time. */
  readonly maxEventLoopDelayMs: number;
}

/**
 * While the event loop is late or the heap is nearly full, refuses requests (503 with Retry-After) of clients that used more
 * than their share. A last resort: before, the memory of bodies is limited, and operations wait for their turn.
 */
export default fp<PressureOptions>(
  async (app, { maxEventLoopDelayMs }) => {
    if (maxEventLoopDelayMs === 0) return;
    await app.register(underPressure, {
      maxEventLoopDelay: maxEventLoopDelayMs,
      maxHeapUsedBytes: MAX_HEAP_SHARE * getHeapStatistics().heap_size_limit,
      pressureHandler: async (request) => {
        if (app.admission.isOver(request)) throw overloaded();
      },
    });
  },
  { name: 'pressure', dependencies: ['errors', 'admission', 'auth'] },
);
