import { EVENT_BODIES } from '../../shared/contracts/webhook-events.ts';

/** The member `webhooks` of an OpenAPI document: what the service sends to endpoints. */
export const WEBHOOKS = Object.fromEntries(
  Object.entries(EVENT_BODIES).map(([type, body]) => [
    type,
    {
      post: {
        operationId: `on${body.meta()!.id}`,
        tags: ['Webhooks'],
        summary: `The event ${type}`,
        description: 'Signed by Standard Webhooks. Any answer but a 2xx is tried again.',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: `#/components/schemas/${body.meta()!.id}` } },
          },
        },
        responses: { '204': { description: 'The event is taken.' } },
      },
    },
  ]),
);
