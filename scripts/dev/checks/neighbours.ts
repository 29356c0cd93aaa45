import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { tableText } from '../../terminal/table.ts';
import { bodyScenarios } from './neighbours/bodies.ts';
import { playStage, type Row, SHORT_TIMES, TIMES } from './neighbours/play.ts';
import { SCENARIOS } from './neighbours/scenarios.ts';

/**
 * What other clients notice of a client that takes as much of the service as ordinary requests can. For each
 * victim its waits without and during the attack, its refusals, and the longest time for which the API's main thread was held:
 *
 *   npm run check neighbours -- [--list] [--only reports] [--short] [--json] [--base ../before]
 *
 * `--only` is a name or its beginning; `--short` plays each for two seconds, to see that it can be played; `--base` is another
 * clone that is compiled, whose service is measured by turns. Exits with 1 if a limit is missed: the 99th percentile is at most
 * the largest of 3 times idle, 45 ms, and 1.5 times the control (as many callers of GET /me), and nothing is refused. Of harmful
 * bodies (`--only bodies`, or `npm run check hostile-bodies`) the slowest call counts, all are answered, and the API grows by at
 * most 1,500 MiB. All of it takes about twenty minutes, on a machine that does nothing else.
 */
const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [''] },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    base: { type: 'string' },
  },
});
const all = { ...SCENARIOS, ...bodyScenarios(values.short) };
const chosen = Object.entries(all).filter(([name]) => values.only.some((begin) => name.startsWith(begin)));
const roots = values.base === undefined ? [projectRoot] : [resolve(values.base), projectRoot];

const shown = (ms: number) => (ms >= 100 ? ms.toFixed(0) : ms.toFixed(1));

function print(rows: readonly Row[]): void {
  const right = ['idle p50', 'p99', 'control p99', 'during p50', 'p99', 'slowest', 'limit', 'held', 'MiB'];
  const columns = [
    ...['scenario', ...(values.base === undefined ? [] : ['version']), 'victim'].map((title) => ({ title })),
    ...[...right, 'calls', 'refused'].map((title) => ({ title, align: 'right' as const })),
    ...['', "the attacker's answers"].map((title) => ({ title })),
  ];
  const cells = rows.map(({ scenario, root, victim, idle, control, during, ...row }) => [
    ...[scenario, ...(values.base === undefined ? [] : [root === projectRoot ? 'this' : 'base']), victim],
    ...[idle.p50_ms, idle.p99_ms, control.p99_ms, during.p50_ms, during.p99_ms, during.slowest_ms].map(shown),
    ...[row.limit_ms, row.held_ms, row.grown_mib].map(shown),
    ...[String(during.calls), String(during.refused)],
    ...[row.missed.length === 0 ? 'holds' : `missed: ${row.missed.join(', ')}`, row.attack],
  ]);
  console.log(tableText(columns, cells));
}

if (values.list) for (const [name, { about }] of chosen) console.log(`${name.padEnd(18)}  ${about}`);
else {
  const rows: Row[] = [];
  for (const stage of new Set(chosen.map(([, scenario]) => scenario.stage))) {
    const scenarios = chosen.filter(([, scenario]) => scenario.stage === stage);
    const times = values.short ? SHORT_TIMES : TIMES;
    for (const root of roots)
      rows.push(...(await playStage(root, stage, scenarios, { times, progress: console.error })));
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else print(rows);
  const missed = rows.filter(({ root, missed }) => root === projectRoot && missed.length > 0).length;
  console.error(missed === 0 ? 'Everything holds.' : `${missed} of ${rows.length} rows missed a limit.`);
  process.exitCode = missed === 0 && rows.length > 0 ? 0 : 1;
}
