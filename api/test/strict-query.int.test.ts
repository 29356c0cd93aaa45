import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi } from './api.ts';

const api = await sharedApi();
const client = await aClient(api.db);

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Every operation of the document: method, path, and the names of its query parameters. */
function operations(): [method: string, path: string, known: string[]][] {
  const { paths = {} } = api.app.swagger() as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]): [string, string, string[]] => [
      method.toUpperCase(),
      path.replace(/\{\w+\}/g, '1'),
      parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    ]),
  );
}

describe('an unknown query parameter', () => {
  it('is a 400 that names it and lists the known ones, at every endpoint', async () => {
    const all = operations();
    expect(all.length).toBeGreaterThanOrEqual(18);
    for (const [method, path, known] of all) {
      const { statusCode, body } = await api.app.inject({
        method: method as 'GET',
        url: `${path}?lmit=5`,
        headers: { authorization: `Bearer ${client.live}` },
      });
      const takes = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
      expect([method, path, statusCode, JSON.parse(body)]).toEqual([
        method,
        path,
        400,
        {
          detail: `The endpoint does not know the query parameter lmit. ${takes}`,
          code: 'unknown_query_parameter',
        },
      ]);
    }
  });

  it('is refused before a body is read, and names all that are unknown', async () => {
    const answer = await send(api.app, client.live, 'POST', '/api/v1/orders/batch-route?wait=1&client_id=2', {
      payload: { orders: [anOrder()] },
      headers: { prefer: 'respond-async' },
    });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      expect.stringContaining('the query parameters wait, client_id.'),
    ]);
  });

  it('is looked for only once the key is known', async () => {
    const answer = await send(api.app, null, 'GET', '/api/v1/me?x=1');
    expect(answer.statusCode).toBe(401);
  });
});
