/** Whether a URL leads to PgBouncer in transaction mode: `pgbouncer=true`, as for Prisma. */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}
