import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ERROR_CODES } from '../../../shared/foundation/errors/catalogue.ts';
import { describeDocument, describeRoute, documentHead } from '../../docs/document.ts';
import { errorTable } from '../../docs/error-table.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the account API. */
    readonly accountSwagger: FastifyInstance['swagger'];
  }
}

const GUIDE = `
The API of the account console, for people and for programs that configure an account.

A person signs in with \`POST /account/v1/session\`. The answer sets a cookie, and its \`csrf_token\` is sent back as
\`X-CSRF-Token\` with every request that changes something. A program sends \`Authorization: Bearer wrs_account_…\`, a
token that an owner makes under \`/account/v1/tokens\`. API keys are for the customer API under /api/v1.

Each operation says whose right it needs: that of a member, of an owner or of an operator of the service. An operator
names the client with \`?client=slug\`.

## Errors

Each error has a \`detail\` for people and a \`code\`, which stays. A 422 has \`errors\`, each with its path.

${errorTable(ERROR_CODES)}
`.trim();

const TAGS = Object.entries({
  Session: 'Signing in, the second factor, and what a mailed link is for.',
  'Single sign-on': 'Signing in by a provider, and its connection to an account.',
  Access: 'People, API keys and account tokens.',
  Account: 'The whole account as one file.',
  Configuration: 'Warehouses, profiles, rules, settings, transit and rates.',
  Places: 'Where ZIP codes are.',
  Overview: 'What the account holds and how it does.',
  Inventory: 'The stock that decisions are made on.',
  Orders: 'Routing decisions and their history.',
  'Bulk actions': 'One action on many orders.',
  Runs: 'Runs of any size: their progress and their results.',
  Reports: 'What was decided, as rows for spreadsheets and programs.',
  'What-if': 'What a change of the account would do to stored orders.',
  Usage: 'Orders counted by plan.',
  Webhooks: 'Endpoints, and what was sent to them.',
  History: 'Who changed what, and when.',
  Operators: 'The service and its clients.',
}).map(([name, description]) => ({ name, description }));

/** Describes the routes of the account API that are registered after it. */
export default fp(
  async (app: FastifyInstance) => {
    await app.register(swagger, {
      decorator: 'accountSwagger' as never, // any name is taken; the types know one
      openapi: {
        ...documentHead({
          title: 'Warehouse Routing Service: account API',
          summary: 'People, access, configuration and what happened to an account.',
          description: GUIDE,
        }),
        tags: TAGS,
        security: [{ session: [] }, { token: [] }],
        components: {
          securitySchemes: {
            session: {
              type: 'apiKey',
              in: 'cookie',
              name: 'wrs_session',
              description:
                'Set by POST /account/v1/session. Requests that change something need X-CSRF-Token too.',
            },
            token: { type: 'http', scheme: 'bearer', description: 'A token of the account: wrs_account_…' },
          },
        },
      },
      transform: describeRoute,
      transformObject: describeDocument,
    });
  },
  { name: 'account-openapi', dependencies: ['validation'] },
);
