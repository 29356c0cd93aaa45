import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Span, Telemetry } from 'bullmq';

type OtelTracer = ReturnType<typeof trace.getTracer>;
type OtelSpan = ReturnType<OtelTracer['startSpan']>;

/** The attributes of BullMQ's spans that name no client. Titles of jobs contain a client's name, and results its numbers. */
const SHOWN = new Set([
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.bulk.count',
  'bullmq.job.id',
  'bullmq.job.attempts.made',
]);

/**
 * BullMQ's telemetry by OpenTelemetry: a span when jobs are added, and one when a job is worked on. The package bullmq-otel
 * is not used because it also records titles, results and errors of jobs, and a trace each time a worker looks for a job.
 */
export function queueTelemetry(tracer: OtelTracer): Telemetry<Context> {
  return {
    tracer: {
      startSpan: (name, options, parent) => {
        const kind = options?.kind as SpanKind | undefined;
        const isShown = kind === SpanKind.PRODUCER || kind === SpanKind.CONSUMER;
        return spanOf(isShown ? tracer.startSpan(name, { kind }, parent) : null);
      },
    },
    contextManager: {
      with: (active, work) => context.with(active, work),
      active: () => context.active(),
      root: () => ROOT_CONTEXT,
      getMetadata: (active) => {
        const carrier = {};
        propagation.inject(active, carrier);
        return JSON.stringify(carrier);
      },
      fromMetadata: (active, metadata) => propagation.extract(active, JSON.parse(metadata) as object),
    },
  };
}

/** A span for BullMQ; null: one that is not recorded. */
function spanOf(span: OtelSpan | null): Span<Context> {
  const setAttribute = (key: string, value: unknown) => {
    if (SHOWN.has(key)) span?.setAttribute(key, value as string);
  };
  return {
    setSpanOnContext: (ctx) => (span === null ? ctx : trace.setSpan(ctx, span)),
    setAttribute,
    setAttributes: (attributes) => {
      for (const [key, value] of Object.entries(attributes)) setAttribute(key, value);
    },
    addEvent: () => undefined,
    recordException: () => {
      span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span?.end(),
  };
}
