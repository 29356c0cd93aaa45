import { Refused, type RoutingClient } from '../../shared/client/client.ts';
import { shown } from '../terminal/escape-controls.ts';

/**
 * The same client for a command that shows what it is answered on a terminal: texts of answers and refusals hold no line end,
 * no colour and no other control. What it streams stays as it is.
 */
export function shownClient(client: RoutingClient): RoutingClient {
  const { api, runs } = client;
  api.use({
    async onResponse({ response }) {
      if (!response.headers.get('content-type')?.includes('json')) return undefined;
      const text = await response.text();
      return new Response(text === '' ? null : JSON.stringify(shown(JSON.parse(text))), response);
    },
  });
  return {
    ...client,
    stream: (...call) => client.stream(...call).catch(refuse),
    upload: async <T>(...call: Parameters<RoutingClient['upload']>) =>
      shown(await client.upload<T>(...call).catch(refuse)),
    runs: {
      ...runs,
      async *follow(...call) {
        for await (const run of runs.follow(...call)) yield shown(run);
      },
    },
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  const { status, message, errors, code, requestId } = error;
  throw new Refused(status, shown(message), { errors: shown(errors), code, requestId });
}
