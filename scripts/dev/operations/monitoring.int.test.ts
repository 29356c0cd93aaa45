import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { serveAccount } from '../testing/served-account.ts';

const FOLDER = join(projectRoot, 'docs', 'monitoring');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
/** Made by Prometheus itself for each target. */
const OF_PROMETHEUS = new Set(['up']);

const served = await serveAccount();
await fetch(`${served.service.url}/api/v1/me`, { headers: { authorization: `Bearer ${served.key}` } });
const text = await (await fetch(`${served.service.url}/metrics`)).text();
// A gauge or counter with labels has no sample before there is something to count: its TYPE line has its name.
/** Names of the samples that API and worker show. */
const shown = new Set(text.match(/(?<=^# TYPE )\w+|^\w+(?=[{ ])/gm));
afterAll(() => served.close());

/** The names of metrics in PromQL: words before a selector or bracket, or alone, that are no function or label. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  const words = bare.match(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g) ?? [];
  return words.filter((word) => !['by', 'and', 'or', 'unless', 'bool', 'e9'].includes(word));
}

async function rulesText(): Promise<string> {
  return readFile(join(FOLDER, 'alerts.yml'), 'utf8');
}

describe('the alert rules', () => {
  it('name only metrics that the service shows', async () => {
    const expressions = (await rulesText()).match(/(?<=expr: )(>-\n( {10}.*\n)+|.*)/g)!;
    expect(expressions.length).toBeGreaterThan(10);
    for (const expression of expressions) {
      const names = metricsIn(expression.replace(/^>-/, ''));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) if (!OF_PROMETHEUS.has(name)) expect(shown).toContain(name);
    }
  });

  it('each have a section in docs/guides/monitor.md', async () => {
    const document = await readFile(join(projectRoot, 'docs', 'guides', 'monitor.md'), 'utf8');
    for (const alert of (await rulesText()).match(/(?<=alert: )\w+/g)!)
      expect(document).toContain(`### ${alert}\n`);
  });

  it.skipIf(!hasPromtool)('are accepted by promtool', () => {
    const ran = spawnSync('promtool', ['check', 'config', join(FOLDER, 'prometheus.yml')], {
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
  });
});

it('docs/reference/metrics.md lists every metric of the service', async () => {
  const page = await readFile(join(projectRoot, 'docs', 'reference', 'metrics.md'), 'utf8');
  const own = [...shown].filter((name) => !/^(?:process|nodejs)_|_(?:bucket|sum|count)$/.test(name));
  expect(own.length).toBeGreaterThan(8);
  for (const name of own) expect(page).toContain(`\`${name}\``);
});

describe('the dashboard', () => {
  it('names only metrics that the service shows', async () => {
    const { panels } = JSON.parse(await readFile(join(FOLDER, 'dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    expect(panels.length).toBeGreaterThan(10);
    for (const { title, targets } of panels) {
      const names = targets.flatMap(({ expr }) => metricsIn(expr));
      expect([title, names.length > 0]).toEqual([title, true]);
      for (const name of names) expect(shown).toContain(name);
    }
  });
});
