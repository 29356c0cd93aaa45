import type { FoundFault, FuzzTally } from './tally.ts';

const WIDTH = 80;

/** The lines of a distinct fault, with the smallest request that shows it. */
export function faultLines({ check, route, status, shape, detail, request }: FoundFault): string[] {
  return [
    `${check}: ${route}: ${status} ${shape}`,
    `    ${detail}`,
    ...(request === null
      ? []
      : [
          `    ${request.method} ${request.url} ${JSON.stringify(request.headers)}`,
          `    ${JSON.stringify(request.body?.toString().slice(0, 500) ?? null)}`,
        ]),
  ];
}

/** A table of 80 columns: answers by route and class of status, and what was found. */
export function summaryLines(
  { requests, routes, checks, faults, slowest }: FuzzTally,
  { command, seconds }: { readonly command: string; readonly seconds: number },
): string[] {
  const row = (name: string, numbers: readonly (string | number)[]) =>
    `${name.slice(0, 44).padEnd(44)}${numbers.map((each) => String(each).padStart(7)).join('')}`;
  const rows = [...routes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([route, counts]) => row(route.replace('/account/v1', '/a').replace('/api/v1', '/v1'), counts));
  const sums = [...routes.values()].reduce(
    (sum, counts) => sum.map((n, at) => n + counts[at]!),
    [0, 0, 0, 0, 0],
  );
  const never = [...routes]
    .filter(([route, [ok]]) => route.includes(' /') && ok === 0)
    .map(([route]) => route);
  return [
    '='.repeat(WIDTH),
    row('route (/v1: customer API, /a: account API)', ['2xx', '3xx', '4xx', '5xx', 'none']),
    '-'.repeat(WIDTH),
    ...rows,
    '-'.repeat(WIDTH),
    row('all', sums),
    '',
    never.length === 0
      ? 'Each operation had an answer with 2xx.'
      : 'No answer with 2xx, so its schema was not checked:',
    ...never.sort().map((route) => `    ${route}`),
    '',
    ...[...checks].map(([name, count]) => `${name.padEnd(44)}${String(count).padStart(7)}`),
    '',
    `${requests} requests, ${faults.size} distinct faults, ${seconds.toFixed(0)} s`,
    `slowest answer ${slowest.ms.toFixed(0)} ms (${slowest.route})`,
    command,
  ];
}
