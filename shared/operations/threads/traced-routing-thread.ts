import { workerData } from 'piscina';
import { openTelemetry } from '../../foundation/telemetry/open-telemetry.ts';
import type { TelemetryOptions } from '../../foundation/telemetry/tracing.ts';
import { setTracing, type TraceCarrier } from '../../foundation/telemetry/tracing.ts';
import runTask from './routing-thread.ts';

type TracedTask = Parameters<typeof runTask>[0] & { readonly trace: TraceCarrier };

/** A routing thread that traces. It has its own file, so that other threads do not load the library. */
const tracing = openTelemetry((workerData as { telemetry: TelemetryOptions }).telemetry);
setTracing(tracing);

/** Runs one task in the trace of its caller. */
export default function runTracedTask(task: TracedTask): Promise<unknown> {
  return tracing.continued(task.trace, () => runTask(task));
}
