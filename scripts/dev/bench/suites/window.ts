import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../../shared/engine/settings.ts';
import { USUAL_WINDOW_WORK } from '../../../../shared/engine/window/batch-settings.ts';
import { runLine, windowCertificate } from '../../../../shared/engine/window/certificate.ts';
import { windowLines } from '../../../../shared/engine/window/facts.ts';
import { windowFloor } from '../../../../shared/engine/window/floor.ts';
import { improveWindow } from '../../../../shared/engine/window/improve.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { percent } from '../../../terminal/numbers.ts';
import { batchDataset, configurationOf, routingOrders } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';
import { destinationsOf, stockOf } from '../offline-dataset.ts';
import {
  generatedInstances,
  type NamedInstance,
  type WindowInstance,
  windowOf,
} from '../window-instances.ts';

/** What may be looked at for a window: as usual, and ten times as much. */
const WORKS = [USUAL_WINDOW_WORK, 10 * USUAL_WINDOW_WORK];

/** Below this share of its shipments saved, a window does not pay. */
const LEAST_SAVED = 0.005;

/**
 * Windows of 5,000 orders: their shipments after the improvement pass and one by one, in comparison with the floor that no
 * assignment goes below. The certificates are written to dist/window, for `npm run check certificate`.
 */
export function windowSuite(): Suite {
  const rows: string[] = [];
  const comparisons = [superstore, ...generatedInstances()].flatMap((named) =>
    WORKS.flatMap((work) => comparisonsOf(named, work, rows)),
  );
  return { comparisons, close: async () => printTable(rows) };
}

function printTable(rows: readonly string[]): void {
  const head = [
    '| window | work | one by one | improved | saved | floor | gap | CPU time | pays |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  if (rows.length > 0) console.log([...head, ...rows].join('\n'));
}

/** The comparisons of a window with so much work. Adds its row of the table. */
function comparisonsOf(
  { name: window, instance }: NamedInstance,
  work: number,
  rows: string[],
): Comparison[] {
  const name = work === USUAL_WINDOW_WORK ? window : `${window}, ${work / USUAL_WINDOW_WORK} times the work`;
  let floor = Number.NaN;
  let ms = Number.NaN;
  const shipments = (): number[] => {
    const { window, order_ids } = windowOf(instance(), 0);
    const { user: startedAt } = process.cpuUsage();
    const improved = improveWindow(window, work);
    ms = (process.cpuUsage().user - startedAt) / 1000;
    const facts = windowLines(window, order_ids, improved);
    const certificate = windowCertificate(facts, windowFloor(facts), window.most_days_later);
    const lines = [
      runLine({ ...(certificate[0] as never as Parameters<typeof runLine>[0]), windows: 1 }),
      ...certificate,
    ];
    const folder = join(projectRoot, 'dist', 'window');
    mkdirSync(folder, { recursive: true });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.ndjson`), text);
    const run = lines[0] as { floor: number; shipments_after: number; shipments_before: number };
    floor = run.floor;
    const { shipments_before: before, shipments_after: after } = run;
    const saved = (before - after) / before;
    const cells = [
      ...[name, work.toLocaleString('en-US'), before, after, percent(saved), floor],
      ...[percent((after - floor) / after), `${Math.round(ms)} ms`, saved < LEAST_SAVED ? 'no' : 'yes'],
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    return [run.shipments_after, run.shipments_before];
  };
  const once = { rounds: 1, warmUps: 0 };
  const figure = { goal: null, better: 'lower' } as const;
  return [
    {
      figures: [
        { case: `${name}: improved`, unit: 'shipments', ...figure },
        { case: `${name}: one by one`, unit: 'shipments', ...figure },
      ],
      ours: shipments,
      floor: () => [floor, floor],
      ...once,
    },
    {
      figures: [{ case: `${name}: CPU time of the pass`, unit: 'ms', ...figure }],
      ours: () => [ms],
      floor: null,
      ...once,
    },
  ];
}

/** The 5,000 first orders of Superstore under plain rules. */
const superstore: NamedInstance = { name: 'Superstore, plain rules', instance: superstoreInstance };

function superstoreInstance(): WindowInstance {
  const dataset = batchDataset();
  const configuration = {
    ...configurationOf(dataset.account),
    settings: DEFAULT_SETTINGS,
    profiles: [],
    item_controls: [],
  };
  const orders = routingOrders(dataset.orders);
  const destinations = destinationsOf(dataset, configuration, orders);
  const stock = stockOf(configuration, dataset.inventory);
  return {
    configuration,
    orders,
    destinations: orders.map(({ destination_zip }) => destinations.get(destination_zip) ?? null),
    stock: new Map([...stock].map(([sku, { quantity }]) => [sku, [...quantity]])),
  };
}
