import type { FastifyRequest } from 'fastify';

/** Whether the caller prefers to be answered before the orders are routed (RFC 7240). */
export function prefersAsync({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const preferences = [headers.prefer ?? []].flat().join(',').split(',');
  return preferences.some((preference) => /^respond-async\s*(;|$)/i.test(preference.trim()));
}
