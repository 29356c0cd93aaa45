import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { type Column, tableText } from '../../terminal/table.ts';
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
const time = (title: string, of: (row: Row) => number): Column<Row> => [
  title,
  (row) => shown(of(row)),
  'right',
];

const COLUMNS: readonly Column<Row>[] = [
  ['scenario', ({ scenario }) => scenario],
  ...(values.base === undefined
    ? []
    : [['version', ({ root }: Row) => (root === projectRoot ? 'this' : 'base')] as const]),
  ['victim', ({ victim }) => victim],
  time('idle p50', ({ idle }) => idle.p50_ms),
  time('p99', ({ idle }) => idle.p99_ms),
  time('control p99', ({ control }) => control.p99_ms),
  time('during p50', ({ during }) => during.p50_ms),
  time('p99', ({ during }) => during.p99_ms),
  time('slowest', ({ during }) => during.slowest_ms),
  time('limit', ({ limit_ms }) => limit_ms),
  time('held', ({ held_ms }) => held_ms),
  time('MiB', ({ grown_mib }) => grown_mib),
  ['calls', ({ during }) => String(during.calls), 'right'],
  ['refused', ({ during }) => String(during.refused), 'right'],
  ['', ({ missed }) => (missed.length === 0 ? 'holds' : `missed: ${missed.join(', ')}`)],
  ["the attacker's answers", ({ attack }) => attack],
];

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
  else console.log(tableText(COLUMNS, rows));
  const missed = rows.filter(({ root, missed }) => root === projectRoot && missed.length > 0).length;
  console.error(missed === 0 ? 'Everything holds.' : `${missed} of ${rows.length} rows missed a limit.`);
  process.exitCode = missed === 0 && rows.length > 0 ? 0 : 1;
}
