import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content-Security-Policy: the page loads from this host only, runs no script of its own text, and is in no frame. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** The headers of a page for people. `changes` are directives of its policy that differ. */
export function pageHeaders(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  const policy = Object.entries({ ...POLICY, ...changes });
  return {
    'content-security-policy': policy.map((directive) => directive.join(' ')).join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** A hook that gives each answer these headers. */
export function withHeaders(headers: Record<string, string>) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
  };
}
