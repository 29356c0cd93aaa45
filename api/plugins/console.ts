import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { projectRoot } from '../../shared/foundation/project-root.ts';
import { keepAnswers } from '../kept-answers.ts';
import { pageHeaders } from './page-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the console's page if a browser opens one of its addresses; otherwise returns false. */
    sendConsolePage(request: FastifyRequest, reply: FastifyReply): boolean;
  }
}

/** Where the build puts the console (api/console/vite.config.ts). */
export const BUILT_CONSOLE = join(projectRoot, 'dist', 'console');

const NONCE_PLACEHOLDER = /__CSP_NONCE__/g;
const NOT_BUILT = 'The account console is not built here; npm start builds it.\n';
const ONE_YEAR_MS = 365 * 24 * 3600 * 1000;

/** Paths of programs, which are answered in JSON. */
const OF_PROGRAMS = /^\/(api|account|ops|assets|docs)(\/|$)/;

/**
 * The account console: its page at `/` and at every path that no route has, its scripts and styles under /assets.
 * The page may load from this host only. Its styles have a nonce, which is new with each answer.
 */
export default fp<{ readonly folder: string | null }>(
  async (app, { folder }) => {
    app.decorate('sendConsolePage', (request, reply) => {
      const html = opensPage(request) ? readPage(folder) : null;
      if (html === null) return false;
      sendPage(reply, html);
      return true;
    });
    app.get('/', { schema: { hide: true } }, async (_request, reply) => {
      const html = readPage(folder);
      return html === null
        ? reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT)
        : sendPage(reply, html);
    });
    if (folder === null || readPage(folder) === null) return;
    const root = join(folder, 'assets');
    await app.register(async (assets) => {
      keepAnswers(assets);
      await assets.register(fastifyStatic, {
        ...{ root, prefix: '/assets/', decorateReply: false, schemaHide: true },
        ...{ immutable: true, maxAge: ONE_YEAR_MS },
      });
    });
  },
  { name: 'console', dependencies: ['errors'] },
);

/** The page as it is now, because a build renames the files that it loads; null if the console is not built. */
function readPage(folder: string | null): string | null {
  const file = join(folder ?? '', 'index.html');
  return folder !== null && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function opensPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !OF_PROGRAMS.test(url.split('?', 1)[0]!);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({ 'cache-control': 'no-store', ...pageHeaders({ 'style-src': `'self' 'nonce-${nonce}'` }) })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_PLACEHOLDER, nonce));
}
