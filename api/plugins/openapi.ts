import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import { describeDocument, describeRoute, documentHead } from '../docs/document.ts';
import { GUIDE } from '../docs/guide.ts';
import { withExamples } from '../docs/with-examples.ts';
import { keepAnswers } from '../kept-answers.ts';
import { pageHeaders, withHeaders } from './page-headers.ts';

const TITLE = 'Warehouse Routing Service API';

/** The product's icon: a warehouse with two routes. */
const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f5f8b"/>' +
  '<path d="M5 14 13 8l8 6v10H5z" fill="#fff"/><path d="M9 17h8v7H9z" fill="#1f5f8b"/>' +
  '<path d="M21 17h6m-6 4h6m-2-6 2 2-2 2m0 0 2 2-2 2" stroke="#fff" stroke-width="1.6" fill="none"/></svg>';

/** Without it, the tables of the guide have no space between their columns. */
const THEME_CSS = '.swagger-ui .renderedMarkdown :is(th, td) { padding: 4px 16px 4px 0; }';

/** GET /openapi.json: the customer API, made from the schemas that validate. GET /docs: the same as a page. */
export default fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        ...documentHead({
          title: TITLE,
          summary: 'Decides, for each customer order, which warehouse or warehouses ship it.',
          description: GUIDE,
        }),
        tags: [
          { name: 'Account', description: 'Whose key it is.' },
          { name: 'Inventory', description: 'The stock that decisions are made on.' },
          { name: 'Orders', description: 'Routing decisions and their history.' },
          { name: 'Runs', description: 'Runs of any size: their progress and their results.' },
          { name: 'What-if', description: 'What a change of the account would do to stored orders.' },
          { name: 'Reports', description: 'What was decided, as rows for spreadsheets and programs.' },
          { name: 'Webhooks', description: 'Events that the service sends.' },
        ],
        security: [{ apiKey: [] }],
        components: {
          securitySchemes: {
            apiKey: {
              type: 'http',
              scheme: 'bearer',
              description: 'An API key: wrs_test_… works on test stock and orders, wrs_live_… on live ones.',
            },
          },
        },
      },
      transform: (document) =>
        document.url.startsWith('/account/')
          ? { schema: { hide: true }, url: document.url }
          : describeRoute(document),
      transformObject: (document) => withExamples(describeDocument(document)),
    });
    await app.register(async (docs) => {
      // Swagger UI writes styles into its page.
      docs.addHook('onRequest', withHeaders(pageHeaders({ 'style-src': "'self' 'unsafe-inline'" })));
      keepAnswers(docs);
      await docs.register(swaggerUi, {
        routePrefix: '/docs',
        logo: { type: 'image/svg+xml', content: Buffer.from(ICON_SVG), href: '/docs', target: '_self' },
        theme: {
          title: TITLE,
          css: [{ filename: 'theme.css', content: THEME_CSS }],
          favicon: [
            { filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: ICON_SVG },
          ],
        },
        // A key stays until the page is left: scripts of the console, on the same origin, cannot read it.
        uiConfig: { displayRequestDuration: true },
      });
    });
    await app.register(async (document) => {
      keepAnswers(document);
      document.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    });
  },
  { name: 'openapi', dependencies: ['validation'] },
);
