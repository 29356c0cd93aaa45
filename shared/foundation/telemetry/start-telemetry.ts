import { setTracing, type TelemetryOptions } from './tracing.ts';

/**
 * Starts tracing in this process or thread if it is configured; only then the library is loaded. Call it before queues
 * are opened. The returned function sends the remaining spans and ends tracing.
 */
export async function startTelemetry(options: TelemetryOptions | null): Promise<() => Promise<void>> {
  if (options === null) return async () => undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  const { close, ...tracing } = openTelemetry(options);
  setTracing(tracing);
  return async () => {
    setTracing(null);
    await close();
  };
}
