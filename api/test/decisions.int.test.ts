import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AccountFileInput } from '../../shared/account/account-file.ts';
import { parseAccountFile } from '../../shared/account/account-file.ts';
import { applyAccountFile } from '../../shared/account/apply-account.ts';
import { variantA } from '../../shared/contracts/a/present.ts';
import { variantB } from '../../shared/contracts/b/present.ts';
import { presented } from '../../shared/testing/decide-scenario.ts';
import { GOLDEN_SCENARIOS } from '../../shared/testing/golden.ts';
import type { Scenario } from '../../shared/testing/scenario.ts';
import { SCENARIOS } from '../../shared/testing/scenarios.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

/** Rows of an inventory sync. */
type InventoryRows = readonly {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly unit_value: number | null;
}[];

/** A case as an account file and requests of a client. */
interface ScenarioAccount {
  /** Its part of the account file, without client and keys. */
  readonly account: Pick<
    AccountFileInput,
    'settings' | 'warehouses' | 'profiles' | 'item_controls' | 'transit'
  >;
  /** The content of the account file's lanes_file, `lanes.csv`. */
  readonly lanes: string;
  readonly inventory: InventoryRows;
  /** A request for one order. */
  readonly order: Readonly<Record<string, unknown>>;
}

/**
 * Makes the account file and the requests of a case. Stock of disabled warehouses is left out, because it cannot be
 * synced. Distances are left out, because a table of lanes has none.
 */
function scenarioAccount(scenario: Scenario): ScenarioAccount {
  const { configuration, destination, order } = scenario;
  const { settings, warehouses, profiles, item_controls } = configuration;
  const lanes = warehouses.flatMap(({ warehouse_id }, index) => {
    const lane = destination?.lanes.at(index);
    return lane ? [`${warehouse_id},${destination!.zip},${lane.transit_days}`] : [];
  });
  const { order_id, destination_zip, lines, partner_id } = order;
  return {
    account: {
      settings,
      warehouses: warehouses.map((warehouse) => ({ ...warehouse })),
      profiles: profiles.map((profile) => ({ ...profile })),
      item_controls: item_controls.map((control) => ({ ...control })),
      transit: { provider: 'table', lanes_file: 'lanes.csv' },
    },
    lanes: `${['warehouse_id,destination_zip3,transit_days', ...lanes].join('\n')}\n`,
    inventory: inventoryOf(scenario),
    order: { external_order_id: order_id, destination_zip, lines, partner_id },
  };
}

/** All SKUs of all cases. Each case sends all of them, so that no stock of the case before is left. */
const SKUS = ['CHAIR', 'DESK', 'LAMP'];

function inventoryOf({ configuration: { warehouses }, availability, unit_values }: Scenario): InventoryRows {
  return SKUS.flatMap((sku) =>
    warehouses.flatMap(({ warehouse_id, enabled }, index) => {
      const row = { sku, warehouse_id, quantity_available: availability?.get(sku)?.[index] ?? 0 };
      return enabled ? [{ ...row, unit_value: unit_values.get(sku) ?? null }] : [];
    }),
  );
}

const api = await sharedApi();
const folder = await mkdtemp(join(tmpdir(), 'wrs-decisions-'));
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const route = async (key: string, fields: Record<string, unknown> = {}) =>
  (await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: anOrder(fields) })).json();
const show = (key: string, id: number | string) => send(api.app, key, 'GET', `/api/v1/decisions/${id}`);
const list = (key: string, orderId: string, query: Record<string, string> = {}) =>
  send(api.app, key, 'GET', `/api/v1/orders/${encodeURIComponent(orderId)}/decisions`, { query });

/** The bytes of the one result in an answer of either variant. */
function resultOf(body: string): string {
  const results = body.indexOf('"results":[');
  return results < 0 ? body : body.slice(results + '"results":['.length, -']}'.length);
}

/** The bytes after `"result":` in a decision record. */
const shownResultOf = (body: string): string => body.slice(body.indexOf(',"result":') + 10, -1);

/** Sets cases up one after another for one client and routes each; the answers by case name. */
async function routeScenarios(variant: 'A' | 'B') {
  const client = { slug: `golden-${variant.toLowerCase()}`, plan: 'pro', subscription_status: 'active' };
  const apply = (file: object) =>
    applyAccountFile(
      api.db,
      parseAccountFile({ client: { ...client, contract_variant: variant }, ...file }),
      {
        baseDir: folder,
      },
    );
  const { api_keys } = await apply({ api_keys: [{ name: 'live', environment: 'live' }] });
  const key = api_keys[0]!.key!;
  const answers = new Map<string, string>();
  // Dates follow from the time of day: they have tests of their own.
  for (const scenario of SCENARIOS.filter(
    ({ name, departures, configuration }) =>
      departures == null &&
      configuration.rates === undefined &&
      // Of Variant B those of which the answer is a golden file: what is decided is the same.
      (variant === 'A' || GOLDEN_SCENARIOS.has(name)),
  )) {
    const { account, lanes, inventory, order } = scenarioAccount(scenario);
    await writeFile(join(folder, 'lanes.csv'), lanes);
    await apply(account);
    if (inventory.length > 0)
      await send(api.app, key, 'POST', '/api/v1/inventory', { payload: { inventory } });
    const answer = await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: order });
    answers.set(scenario.name, resultOf(answer.body));
  }
  return { key, answers, apply };
}

describe.each(['A', 'B'] as const)('a stored decision of Variant %s', (variant) => {
  it('is answered as the case is presented, and shown byte for byte so, whatever has changed since', async () => {
    const { key, answers, apply } = await routeScenarios(variant);
    await apply({
      client: { slug: `golden-${variant.toLowerCase()}`, contract_variant: variant === 'A' ? 'B' : 'A' },
      warehouses: [{ warehouse_id: 'EWR1', warehouse_name: 'Moved', zip: '07114' }],
    });
    const shown = new Map<string, string>();
    for (const [name, answer] of answers) {
      const { routing_decision_id, order_id } = JSON.parse(answer);
      const record = await show(key, routing_decision_id);
      shown.set(name, shownResultOf(record.body));
      expect((await list(key, order_id)).json().decisions).toEqual([record.json()]);
      const routed = asRouted(SCENARIOS.find((scenario) => scenario.name === name)!);
      expect(answer).toBe(PRESENTERS[variant].presentOrder(routed, presented(routed, routing_decision_id)));
    }
    expect(shown).toEqual(answers);
  }, 120_000);
});

const PRESENTERS = { A: variantA, B: variantB };

/** The case without what an account file and requests cannot say: distances in a lane table, stock of disabled warehouses. */
function asRouted(scenario: Scenario): Scenario {
  const { destination, availability, configuration } = scenario;
  const isEnabled = (index: number) => configuration.warehouses[index]!.enabled;
  return {
    ...scenario,
    destination: destination && {
      ...destination,
      lanes: configuration.warehouses.map((_, at) => {
        const lane = destination.lanes.at(at) ?? null;
        return lane && { ...lane, distance_miles: null };
      }),
    },
    availability:
      availability &&
      new Map(
        [...availability].map(([sku, units]) => [
          sku,
          Array.from(units, (each, at) => (isEnabled(at) ? each : 0)),
        ]),
      ),
  };
}

describe('GET /api/v1/decisions/{routing_decision_id}', () => {
  it('shows the settings that the decision was made under, the profile’s in place of the client’s', async () => {
    const { live } = await aClient(api.db, {
      settings: { split_shipment: 'warn', max_transit_days: { mode: 'warn', days: 4 } },
      profiles: [
        { partner_id: 'shop', name: 'Shop', settings: { split_shipment: 'block' }, warehouse_ids: ['EWR1'] },
      ],
      item_controls: [
        { sku: 'DESK', rule: 'hold' },
        { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['EWR1'], note: 'hazmat' },
      ],
    });
    await stock(api.app, live, ['CHAIR', 'EWR1', 5]);
    const run = await route(live, { partner_id: 'shop' });
    const record = (await show(live, run.results[0].routing_decision_id)).json();
    expect(record).toEqual({
      routing_run_id: run.routing_run_id,
      client_run_number: run.client_run_number,
      routed_at: expect.stringMatching(/Z$/),
      contract_variant: 'A',
      configuration_id: expect.any(Number),
      settings: {
        use_inventory_availability: true,
        priority_allocation: true,
        consume_inventory_during_batch: true,
        prefer_full_shipment: true,
        ranking: 'transit',
        split_shipment: 'block',
        partial_shipment: 'allow',
        max_transit_days: { mode: 'warn', days: 4 },
        minimum_shipment_value: { mode: 'allow', value: null },
        max_shipments: null,
      },
      profile: { partner_id: 'shop', name: 'Shop', warehouse_ids: ['EWR1'] },
      item_controls: [
        { sku: 'CHAIR', rule: 'restrict', warehouse_ids: ['EWR1'], fallback: 'block', note: 'hazmat' },
      ],
      result: run.results[0],
    });
  });

  it.each(['0', '-1', '1.5', 'SO-1', '1e300'])('answers 422 to the id %s', async (id) => {
    const { live } = await aClient(api.db);
    const response = await show(live, id);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ path: 'routing_decision_id' }]);
  });
});
