import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../../shared/engine/settings.ts';
import { USUAL_WINDOW_WORK } from '../../../../shared/engine/window/batch-settings.ts';
import { runLine, storedFloor, windowCertificate } from '../../../../shared/engine/window/certificate.ts';
import { windowHead, windowLines } from '../../../../shared/engine/window/facts.ts';
import { windowFloor } from '../../../../shared/engine/window/floor.ts';
import { improveWindow } from '../../../../shared/engine/window/improve.ts';
import { improvedResults, windowFigures } from '../../../../shared/engine/window/outcome.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { percent } from '../../../terminal/numbers.ts';
import { batchDataset, configurationOf, routingOrders } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';
import { destinationsOf, stockOf } from '../offline-dataset.ts';
import { Stages } from '../stages.ts';
import { windowsBeside } from '../window-beside.ts';
import {
  byLowestCost,
  generatedInstances,
  type NamedInstance,
  type WindowInstance,
  windowOf,
} from '../window-instances.ts';

/** What may be looked at for a window: as usual, and ten times as much. */
const WORKS = [USUAL_WINDOW_WORK, 10 * USUAL_WINDOW_WORK];

/** Below this share of its shipments or cost saved, a window does not pay. */
const LEAST_SAVED = 0.005;

/** A window of the suite. */
interface WindowCase extends NamedInstance {
  readonly most_days_later: number | null;
  readonly unit: 'shipments' | 'cents';
}

/**
 * Windows of 5,000 orders by both objectives: their shipments, or cost, after the improvement pass and one by one, in comparison
 * with the floor that no assignment goes below. The certificates are written to dist/window, for `npm run check certificate`.
 * Then windows beside single orders.
 */
export function windowSuite(): Suite {
  const rows: string[] = [];
  const stages = new Stages();
  const windows = cases().flatMap((each) => WORKS.flatMap((work) => comparisonsOf(each, work, rows)));
  const close = async () => {
    await stages.close();
    printTable(rows);
  };
  return { comparisons: [...windows, ...windowsBeside(stages)], close };
}

function cases(): WindowCase[] {
  const instances = [superstore, ...generatedInstances()];
  const byShipments = { most_days_later: 0, unit: 'shipments' } as const;
  return [
    ...instances.map((each) => ({ ...each, ...byShipments })),
    { ...superstore, ...byShipments, name: `${superstore.name}, any days`, most_days_later: null },
    ...instances.map(({ name, instance }) => ({
      ...{ name: `${name}, by cost`, instance: () => byLowestCost(instance()) },
      ...{ most_days_later: 0, unit: 'cents' as const },
    })),
  ];
}

function printTable(rows: readonly string[]): void {
  const head = [
    '| window | work | one by one | improved | saved | floor | gap | CPU time of the pass | of the floor | pays |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ];
  if (rows.length > 0) console.log([...head, ...rows].join('\n'));
}

/** What a window of the suite was, and is. */
interface Played {
  readonly before: number;
  readonly after: number;
  readonly floor: number;
  readonly passMs: number;
  readonly floorMs: number;
}

/** Improves a window with so much work, and writes its certificate. */
function play({ name, instance, most_days_later, unit }: WindowCase, work: number): Played {
  const { window, order_ids } = windowOf(instance(), most_days_later);
  const began = process.cpuUsage().user;
  const improved = improveWindow(window, work);
  const passed = process.cpuUsage().user;
  const figures = windowFigures(window, improvedResults(window, order_ids, improved), 0);
  const facts = windowLines(window, order_ids, improved);
  const head = windowHead(window);
  const floorBegan = process.cpuUsage().user;
  const floor = windowFloor(facts, head);
  const floored = process.cpuUsage().user;
  const { cost_floor } = storedFloor(floor);
  const run = {
    ...figures,
    windows: 1,
    floor: floor.floor,
    cost_floor: cost_floor == null ? null : Number(cost_floor) / 100,
  };
  const lines = [runLine(run), ...windowCertificate(facts, floor, head)];
  const folder = join(projectRoot, 'dist', 'window');
  mkdirSync(folder, { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.ndjson`), text);
  const times = { passMs: (passed - began) / 1000, floorMs: (floored - floorBegan) / 1000 };
  return unit === 'shipments'
    ? { ...times, before: figures.shipments_before, after: figures.shipments_after, floor: floor.floor }
    : {
        ...times,
        before: Number(figures.cost_before),
        after: Number(figures.cost_after),
        floor: Number(cost_floor),
      };
}

/** The comparisons of a window with so much work. Adds its row of the table. */
function comparisonsOf(window: WindowCase, work: number, rows: string[]): Comparison[] {
  const isUsual = work === USUAL_WINDOW_WORK;
  const name = isUsual ? window.name : `${window.name}, ${work / USUAL_WINDOW_WORK} times the work`;
  let played: Played | null = null;
  const measure = (): number[] => {
    played = play({ ...window, name }, work);
    const { before, after, floor, passMs, floorMs } = played;
    const saved = (before - after) / before;
    const shown = (value: number) => (window.unit === 'cents' ? value / 100 : value).toLocaleString('en-US');
    const cells = [
      ...[name, work.toLocaleString('en-US'), shown(before), shown(after), percent(saved), shown(floor)],
      ...[percent((after - floor) / after), `${Math.round(passMs)} ms`, `${Math.round(floorMs)} ms`],
      saved < LEAST_SAVED ? 'no' : 'yes',
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    return [after, before];
  };
  const once = { rounds: 1, warmUps: 0 };
  const figure = { goal: null, better: 'lower' } as const;
  return [
    {
      figures: [
        { case: `${name}: improved`, unit: window.unit, ...figure },
        { case: `${name}: one by one`, unit: window.unit, ...figure },
      ],
      ours: measure,
      floor: () => [played!.floor, played!.floor],
      ...once,
    },
    {
      figures: [{ case: `${name}: CPU time of the pass`, unit: 'ms', ...figure }],
      ours: () => [played!.passMs],
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
