import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanOptions, Telemetry } from 'bullmq';

type OtelTracer = ReturnType<typeof trace.getTracer>;

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
        return kind === SpanKind.PRODUCER || kind === SpanKind.CONSUMER
          ? startedSpan(tracer, name, { kind }, parent)
          : NO_SPAN;
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

function startedSpan(
  tracer: OtelTracer,
  name: string,
  options: SpanOptions,
  parent?: Context,
): Span<Context> {
  const span = tracer.startSpan(name, { kind: options.kind as unknown as SpanKind }, parent);
  const setAttribute = (key: string, value: unknown) => {
    if (SHOWN.has(key)) span.setAttribute(key, value as string);
  };
  return {
    setSpanOnContext: (ctx) => trace.setSpan(ctx, span),
    setAttribute,
    setAttributes: (attributes) => {
      for (const [key, value] of Object.entries(attributes)) setAttribute(key, value);
    },
    addEvent: () => undefined,
    recordException: () => {
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

const NO_SPAN: Span<Context> = {
  setSpanOnContext: (ctx) => ctx,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};
