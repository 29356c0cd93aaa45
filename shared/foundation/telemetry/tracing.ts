import type { IncomingHttpHeaders } from 'node:http';
import type { Telemetry } from 'bullmq';

/** The receiver of spans, and the name of this service. */
export interface TelemetryOptions {
  /** An OTLP/HTTP receiver, without `/v1/traces` */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** The attributes of a span: names and numbers of the service, never a client's data, a secret or an error's text. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The trace context as W3C `traceparent` carries it, fit to cross a thread boundary. */
export type TraceCarrier = Readonly<Record<string, string>>;

/** The span of an HTTP request. */
export interface RequestSpan {
  /** Runs `work` with this span as the parent of the spans in it. */
  run<T>(work: () => T): T;
  end(route: string, attributes: SpanAttributes, failed: boolean): void;
}

/** Records spans. OpenTelemetry does it, in a process whose configuration turns it on (start-telemetry.ts). */
export interface Tracing {
  /** For BullMQ: jobs carry the trace context in their options. */
  readonly queue: Telemetry;
  inSpan<T>(name: string, attributes: SpanAttributes, work: () => T): T;
  sharedSpan<T>(name: string, others: readonly TraceCarrier[], work: () => T): T;
  requestSpan(headers: IncomingHttpHeaders): RequestSpan;
  carrier(): TraceCarrier;
  continued<T>(carrier: TraceCarrier, work: () => T): T;
}

/** The tracing of this process or thread; null: it is off, and the library is not loaded. */
let tracing: Tracing | null = null;

/** Turns tracing on, or off with null. */
export function setTracing(use: Tracing | null): void {
  tracing = use;
}

/** The tracing of the process; null if it is off. */
export function currentTracing(): Tracing | null {
  return tracing;
}

/**
 * Runs `work` in a span, which ends with it or with the promise that it returns. If tracing is off, it only runs
 * `work`.
 */
export function inSpan<T>(name: string, work: () => T, attributes: SpanAttributes = {}): T {
  return tracing === null ? work() : tracing.inSpan(name, attributes, work);
}

/**
 * Runs `work`, which serves several requests at once, in a span of the present request's trace. Each other request gets
 * a span of the same name and time in its own trace. The spans have links to each other.
 */
export function inSharedSpan<T>(
  name: string,
  others: readonly (TraceCarrier | undefined)[],
  work: () => T,
): T {
  if (tracing === null) return work();
  const carriers = others.filter((each) => each !== undefined);
  return tracing.sharedSpan(name, carriers, work);
}
