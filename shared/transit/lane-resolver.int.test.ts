import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { TransitSetup } from '../account/configuration-document.ts';
import type { StoredConfiguration } from '../account/configurations.ts';
import { compileConfiguration } from '../engine/compile.ts';
import { DEFAULT_SETTINGS } from '../engine/settings.ts';
import type { Configuration } from '../engine/types.ts';
import {
  answer,
  type Behaviour,
  type CarrierServer,
  hang,
  startCarrierServer,
} from '../testing/carrier-server.ts';
import { laneList } from '../testing/lane-list.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { CALL_LIMITS } from './http/call-policy.ts';
import { createLaneResolver, type LaneResolver } from './lane-resolver.ts';
import { zoneLane } from './zone.ts';

const db = await createTestDatabase();
afterAll(() => db.close());
beforeEach(() => db.pool.query('TRUNCATE lane_cache'));

const WAREHOUSES = [
  { id: 'EWR1', zip: '08837', enabled: true },
  { id: 'LAL1', zip: '33815', enabled: false },
  { id: 'ONT1', zip: '91761', enabled: true },
];

let lastId = 0;

/** A configuration of some warehouses; by default three, the second of them disabled. */
function configurationOf(
  transit: Partial<TransitSetup>,
  client_id = 1,
  ids = WAREHOUSES.map(({ id }) => id),
): StoredConfiguration {
  const configuration: Configuration = {
    settings: DEFAULT_SETTINGS,
    warehouses: WAREHOUSES.filter(({ id }) => ids.includes(id)).map(({ id, zip, enabled }) => ({
      warehouse_id: id,
      warehouse_code: id,
      warehouse_name: id,
      zip,
      enabled,
      priority: null,
    })),
    profiles: [],
    item_controls: [],
  };
  return {
    id: ++lastId,
    client_id,
    contract_variant: 'A',
    configuration,
    compiled: compileConfiguration(configuration),
    warehouse_db_ids: [1, 2, 3],
    transit: { provider: 'zone', lane_table_id: null, options: {}, ...transit },
    rates: null,
    reroute_on_sync: { enabled: false, days: 7 },
    counts_shelf: false,
    reservation_days: null,
    disabled: [],
    rule_pages: [],
  };
}

const cachedPairs = async () =>
  (
    await db.pool.query<{ pair: string }>(
      `SELECT origin_zip || '-' || destination_zip AS pair FROM lane_cache ORDER BY pair`,
    )
  ).rows.map((row) => row.pair);

describe('resolving destinations', () => {
  it('answers by the ZIP as it was sent, with lanes by warehouse index', async () => {
    const resolver = createLaneResolver(db);
    onTestFinished(() => resolver.close());
    const resolved = await resolver.resolve(configurationOf({}), ['10001', ' 60601-1234 ']);
    expect([...resolved].map(([sent, to]) => [sent, to!.zip, laneList(to!.lanes)])).toEqual([
      ['10001', '10001', [zoneLane('08837', '10001'), null, zoneLane('91761', '10001')]],
      [' 60601-1234 ', '60601', [zoneLane('08837', '60601'), null, zoneLane('91761', '60601')]],
    ]);
    expect(await cachedPairs()).toEqual([]);
  });

  it('answers all destinations of a request that are too many for its memory', async () => {
    const resolver = createLaneResolver(db, { memory_bytes: 1400 });
    onTestFinished(() => resolver.close());
    const zips = ['10001', '60601', '90001', '33101'];
    const resolved = await resolver.resolve(configurationOf({}), zips);
    expect([...resolved.values()].map((destination) => destination?.lanes.at(0))).toEqual(
      zips.map((zip) => zoneLane('08837', zip)),
    );
  });
});

describe('the client’s own table', () => {
  let clientId: number;
  let laneTableId: number;

  beforeAll(async () => {
    const client = await db.pool.query<{ id: number }>(
      `INSERT INTO clients (slug, name) VALUES ('acme', 'Acme') RETURNING id`,
    );
    clientId = client.rows[0]!.id;
    const table = await db.pool.query<{ id: number }>(
      `INSERT INTO lane_tables (client_id, digest) VALUES ($1, 'one') RETURNING id`,
      [clientId],
    );
    laneTableId = table.rows[0]!.id;
    await db.pool.query(
      `INSERT INTO lane_table_lanes VALUES
         ($1, 'EWR1', '100', 2), ($1, 'EWR1', '10001', 1), ($1, 'ONT1', '100', 5), ($1, 'LAL1', '100', 3)`,
      [laneTableId],
    );
  });

  const days = async (configuration: StoredConfiguration, zip: string) => {
    const resolved = await createLaneResolver(db).resolve(configuration, [zip]);
    const known = resolved.get(zip);
    return known && laneList(known.lanes).map((lane) => lane?.transit_days ?? null);
  };

  it('gives its lanes by warehouse index, the longer prefix first, none at a disabled warehouse or to others', async () => {
    const transit = { provider: 'table', lane_table_id: laneTableId } as const;
    const configuration = configurationOf(transit, clientId);
    expect(await days(configuration, '10001')).toEqual([1, null, 5]);
    expect(await days(configuration, '10002')).toEqual([2, null, 5]);
    expect(await days(configuration, '60601')).toEqual([null, null, null]);
    expect(await days(configurationOf(transit, clientId + 1), '10001')).toEqual([null, null, null]);
  });
});

describe('a carrier', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  /** Long limits, so that a busy machine does not look like a slow carrier. */
  const PATIENT = { ...CALL_LIMITS, call_timeout_ms: 60_000, deadline_ms: 60_000 };
  const warnings: string[] = [];
  const logger = { warn: (_details: object, message: string) => warnings.push(message) };

  let carrier: CarrierServer;
  let clients: number[];
  let time: number;
  let resolvers: LaneResolver[];

  beforeAll(async () => {
    const { rows } = await db.pool.query<{ id: number }>(
      `INSERT INTO clients (slug, name) VALUES ('one', 'One'), ('two', 'Two') RETURNING id`,
    );
    clients = rows.map(({ id }) => id);
  });
  beforeEach(async () => {
    carrier = await startCarrierServer();
    time = Date.now();
    resolvers = [];
    warnings.length = 0;
  });
  afterEach(async () => {
    await Promise.all(resolvers.map((resolver) => resolver.close()));
    await carrier.close();
  });

  /** A resolver with an empty memory, as of another process or after a restart. */
  function aResolver(): LaneResolver {
    const resolver = createLaneResolver(db, { logger, limits: PATIENT, now: () => time });
    resolvers.push(resolver);
    return resolver;
  }

  const carrierOf = (client: number, ids = ['EWR1']) =>
    configurationOf(
      { provider: 'http', options: { adapter: 'json', url: carrier.url } },
      clients[client],
      ids,
    );

  /** Closes the resolver, which writes its lanes, and opens another one. */
  async function restart(resolver: LaneResolver): Promise<LaneResolver> {
    await resolver.close();
    return aResolver();
  }

  /** Lets time pass, for the resolvers and for the `rows` lanes in lane_cache. */
  async function pass(ms: number, rows = 1): Promise<void> {
    await expect.poll(async () => (await cached()).length).toBe(rows);
    time += ms;
    await db.pool.query(`UPDATE lane_cache SET resolved_at = resolved_at - $1 * interval '1 ms'`, [ms]);
  }

  const cached = async () =>
    (
      await db.pool.query(
        'SELECT client_id, origin_zip, destination_zip, transit_days, source FROM lane_cache ORDER BY 1, 2, 3',
      )
    ).rows;

  /** Makes the carrier answer a number of days for every lane. */
  const answerDays =
    (transit_days: number): Behaviour =>
    (response, call) =>
      answer(200, { lanes: call.body.lanes.map((lane: object) => ({ ...lane, transit_days })) })(
        response,
        call,
      );

  const laneOf = async (resolver: LaneResolver, configuration: StoredConfiguration, zip = '10001') =>
    (await resolver.resolve(configuration, [zip])).get(zip)!.lanes.at(0);

  const answered = (transit_days: number) => ({ transit_days, distance_miles: null, source: 'http' });
  const estimated = { ...zoneLane('08837', '10001')!, source: 'zone_fallback' };

  it('is asked for a lane once, for as long as they are good, in one process and the next', async () => {
    carrier.behave(answerDays(2));
    const configuration = carrierOf(0, ['EWR1', 'LAL1', 'ONT1']);
    const resolver = aResolver();
    const first = await resolver.resolve(configuration, ['10001', '60601']);
    expect(first.get('10001')?.lanes).toEqual([answered(2), null, answered(2)]);
    expect(carrier.calls.map(({ body }) => body.lanes)).toEqual([
      [
        { origin_zip: '08837', destination_zip: '10001' },
        { origin_zip: '91761', destination_zip: '10001' },
        { origin_zip: '08837', destination_zip: '60601' },
        { origin_zip: '91761', destination_zip: '60601' },
      ],
    ]);
    await pass(5 * DAY - MINUTE, 4);
    expect((await resolver.resolve(configuration, ['10001'])).get('10001')).toBe(first.get('10001'));
    const next = await restart(resolver);
    expect((await next.resolve(configuration, ['10001', '60601'])).get('60601')).toEqual(first.get('60601'));
    expect(carrier.calls).toHaveLength(1);
  });

  it('is asked once about a destination that many requests want at once', async () => {
    const resolver = aResolver();
    const configuration = carrierOf(0);
    await Promise.all(Array.from({ length: 20 }, () => resolver.resolve(configuration, ['10001', '60601'])));
    expect(carrier.calls).toHaveLength(1);
  });

  it('is asked again, once and in the background, about a lane of five days, and nobody waits for it', async () => {
    carrier.behave(answerDays(2));
    const configuration = carrierOf(0);
    const resolver = aResolver();
    const first = (await resolver.resolve(configuration, ['10001'])).get('10001');
    await pass(5 * DAY);
    // The carrier has not answered yet, but the lane can be used.
    let say = () => {};
    carrier.behave((response, call) => {
      say = () => answerDays(3)(response, call);
    });
    for (let requests = 0; requests < 3; requests++) {
      expect((await resolver.resolve(configuration, ['10001'])).get('10001')).toBe(first);
    }
    await carrier.received(2);
    expect((await resolver.resolve(configuration, ['10001'])).get('10001')).toBe(first);
    say();
    await expect.poll(() => laneOf(resolver, configuration)).toEqual(answered(3));
    expect(await laneOf(await restart(resolver), configuration)).toEqual(answered(3));
    expect(carrier.calls).toHaveLength(2);
  });

  it('is replaced by the zone provider if it does not answer, and the source says so', async () => {
    carrier.behave(answer(422));
    const resolver = aResolver();
    expect(await laneOf(resolver, carrierOf(0))).toEqual(estimated);
    expect(warnings).toEqual(['the carrier did not answer for all lanes']);
    await resolver.close();
    expect(await cached()).toEqual([
      {
        client_id: clients[0],
        origin_zip: '08837',
        destination_zip: '10001',
        transit_days: estimated.transit_days,
        source: 'zone_fallback',
      },
    ]);
  });

  it('has what it said before used on, rather than an estimate, while it does not answer', async () => {
    carrier.behave(answerDays(2));
    const configuration = carrierOf(0);
    const resolver = aResolver();
    await laneOf(resolver, configuration);
    await pass(14 * DAY);
    carrier.behave(answer(422));
    expect(await laneOf(resolver, configuration)).toEqual(answered(2));
    expect(await laneOf(resolver, configuration)).toEqual(answered(2));
    expect(carrier.calls).toHaveLength(2);
    await pass(MINUTE);
    carrier.behave(answerDays(3));
    expect(await laneOf(resolver, configuration)).toEqual(answered(2));
    await expect.poll(() => laneOf(resolver, configuration)).toEqual(answered(3));
  });

  it('shows one client nothing of what it answered another', async () => {
    carrier.behave(answerDays(2));
    const resolver = aResolver();
    expect(await laneOf(resolver, carrierOf(0))).toEqual(answered(2));
    carrier.behave(answerDays(3));
    expect(await laneOf(resolver, carrierOf(1))).toEqual(answered(3));
    expect(await laneOf(resolver, carrierOf(0))).toEqual(answered(2));
    expect(carrier.calls).toHaveLength(2);
  });

  it('is not waited for by closing, which ends what is under way', async () => {
    carrier.behave(answerDays(2), hang);
    const configuration = carrierOf(0);
    const resolver = aResolver();
    await laneOf(resolver, configuration);
    await pass(5 * DAY);
    await laneOf(resolver, configuration);
    await carrier.received(2);
    await resolver.close();
    expect(await cached()).toMatchObject([{ transit_days: 2 }]);
  });
});
