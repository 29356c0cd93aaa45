import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { queueTelemetry } from './queue-telemetry.ts';
import type { RequestSpan, TelemetryOptions, Tracing } from './tracing.ts';

/** How long spans wait to be sent together, in milliseconds. A thread that is terminated loses at most these spans. */
const SEND_EVERY_MS = 1000;

/**
 * Tracing that sends its spans as OTLP/JSON. The library reads further OTEL_* variables itself (docs/guides/monitor.md).
 */
export function openTelemetry({
  endpoint,
  serviceName,
}: TelemetryOptions): Tracing & { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  provider.register();
  const tracer = provider.getTracer('warehouse-routing-service');
  return {
    queue: queueTelemetry(tracer),
    inSpan: (name, attributes, work) => {
      const span = tracer.startSpan(name, { attributes });
      return context.with(trace.setSpan(context.active(), span), () => endingWith([span], work));
    },
    sharedSpan: (name, others, work) => {
      const span = tracer.startSpan(name);
      const links = [{ context: span.spanContext() }];
      const theirs = others.map((carrier) =>
        tracer.startSpan(name, { links }, propagation.extract(ROOT_CONTEXT, carrier)),
      );
      span.addLinks(theirs.map((each) => ({ context: each.spanContext() })));
      return context.with(trace.setSpan(context.active(), span), () => endingWith([span, ...theirs], work));
    },
    requestSpan: (headers) => {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      return requestSpan(tracer.startSpan('HTTP request', { kind: SpanKind.SERVER }, parent), parent);
    },
    carrier: () => {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    continued: (carrier, work) => context.with(propagation.extract(ROOT_CONTEXT, carrier), work),
    async close() {
      for (const api of [trace, context, propagation]) api.disable();
      await provider.shutdown();
    },
  };
}

function requestSpan(span: Span, parent: Context): RequestSpan {
  const own = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(own, work),
    end(route, attributes: Attributes, failed) {
      span.updateName(route);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/**
 * Ends the spans with the work. If it fails, records only that, because the text of an error may contain a caller's
 * data.
 */
function endingWith<T>(spans: readonly Span[], work: () => T): T {
  const end = () => {
    for (const span of spans) span.end();
  };
  const fail = () => {
    for (const span of spans) span.setStatus({ code: SpanStatusCode.ERROR });
    end();
  };
  try {
    const result = work();
    if (result instanceof Promise) result.then(end, fail);
    else end();
    return result;
  } catch (error) {
    fail();
    throw error;
  }
}
