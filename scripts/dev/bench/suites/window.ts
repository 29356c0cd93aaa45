import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../../shared/engine/settings.ts';
import { runLine, windowCertificate } from '../../../../shared/engine/window/certificate.ts';
import { windowLines } from '../../../../shared/engine/window/facts.ts';
import { windowFloor } from '../../../../shared/engine/window/floor.ts';
import { improveWindow } from '../../../../shared/engine/window/improve.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { batchDataset, configurationOf, routingOrders } from '../dataset.ts';
import type { Comparison, Suite } from '../measure.ts';
import { destinationsOf, stockOf } from '../offline-dataset.ts';
import {
  generatedInstances,
  type NamedInstance,
  type WindowInstance,
  windowOf,
} from '../window-instances.ts';

/** What may be looked at for a window. */
const WORK = 10_000_000;

/**
 * Windows of 5,000 orders: their shipments after the improvement pass and one by one, in comparison with the floor that no
 * assignment goes below. The certificates are written to dist/window, for `npm run check certificate`.
 */
export function windowSuite(): Suite {
  return { comparisons: [superstore, ...generatedInstances()].flatMap(comparisonsOf) };
}

function comparisonsOf({ name, instance }: NamedInstance): Comparison[] {
  let floor = Number.NaN;
  let ms = Number.NaN;
  const shipments = (): number[] => {
    const { window, order_ids } = windowOf(instance(), 0);
    const { user: before } = process.cpuUsage();
    const improved = improveWindow(window, WORK);
    ms = (process.cpuUsage().user - before) / 1000;
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
