import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parseAccountFile } from '../../account/account-file.ts';
import { applyAccountFile } from '../../account/apply-account.ts';
import { rotateWebhookSecret } from '../../account/change-client.ts';
import { WEBHOOK_EVENTS } from '../../contracts/account/webhooks.ts';
import { EVENT_BODIES } from '../../contracts/webhook-events.ts';
import { reachOf } from '../../foundation/guarded-call.ts';
import { Seats } from '../../foundation/seats.ts';
import { findPrincipal, type Principal } from '../../identity/principal.ts';
import { releaseOrder } from '../../ledger/correct-order.ts';
import { cancelRun } from '../../runs/managed/managed-run.ts';
import { rerouteOrder } from '../../runs/reroute-order.ts';
import { createAcceptedRun } from '../../testing/accepted-run.ts';
import { createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../testing/test-account.ts';
import { openWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { deliverWebhooks, type EndpointJob } from './deliver.ts';
import { lastAnswers, listDeliveries, listOrderDeliveries, sendAgain, sendTestEvent } from './deliveries.ts';
import { limitDeliveries } from './due-deliveries.ts';
import { writeKeyExpiringEvents } from './expiring-keys.ts';

/** A reroute by itself. */
const REROUTE = {
  reroute: { exclude_warehouse_ids: [], only_warehouse_ids: null, note: null },
  ...{ unless_worse: false, idempotency: null, dry_run: null },
};
const WHO = { kind: 'user', name: 'owner@example.com', address: '192.0.2.1' } as const;

let account: TestAccount;
let live: Principal;
let secret: string;
let job: EndpointJob;

const service = await createRoutingFixture();
const db = service.deps.db;
const receiver = await openWebhookReceiver();
afterAll(async () => {
  await receiver.close();
  await service.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answerBy(() => 204);
  account = await createTestAccount(db);
  secret = await configure(WEBHOOK_EVENTS.filter((event) => event !== 'audit.recorded'));
  const { id } = await endpoint();
  job = { endpoint_id: id, client_id: account.client_id };
  ({ principal: live } = await findPrincipal(db, account.client_id, 'live'));
});

async function configure(events: string[], enabled = true, url = receiver.url): Promise<string> {
  const webhooks = [{ url, events, enabled }];
  const file = parseAccountFile({ client: { slug: account.slug }, webhooks });
  return (await applyAccountFile(db, file, { baseDir: null })).webhooks[0]!.secret!;
}

const endpoint = () =>
  db.prisma.webhookEndpoint.findFirstOrThrow({ where: { client_id: account.client_id } });
const deliveries = () =>
  db.prisma.webhookDelivery.findMany({ where: { client_id: account.client_id }, orderBy: { id: 'asc' } });
const send = (turns = new Seats<number>({ atOnce: 4, atOnceOfOwner: 2 }), reach = reachOf(true)) =>
  deliverWebhooks({ db, turns, reach }, job);
/** Returns how many were delivered. What is due may take longer than a job has. */
async function sendAll(): Promise<number> {
  const { delivered } = await send();
  return delivered === 0 ? 0 : delivered + (await sendAll());
}
/** As if the time had come to try again. */
const comeDue = () =>
  db.pool.query(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE client_id = $1`, [
    account.client_id,
  ]);
const restFor = (seconds: number) =>
  db.pool.query(
    'UPDATE webhook_endpoints SET rests_until = now() + make_interval(secs => $2) WHERE client_id = $1',
    [account.client_id, seconds],
  );
/** As if the endpoint had taken something before. */
const haveSucceeded = () =>
  db.pool.query('UPDATE webhook_endpoints SET succeeded_at = now() WHERE client_id = $1', [
    account.client_id,
  ]);
/** The bodies, each of which is what the OpenAPI documents say of its event. */
const bodies = () =>
  receiver.received.map(({ body }) => {
    const event = JSON.parse(body);
    EVENT_BODIES[event.type as keyof typeof EVENT_BODIES].parse(event);
    return event;
  });
const verified = (key = secret) =>
  receiver.received.map(({ body, headers }) => new Webhook(key).verify(body, headers as never));
/** The ids of deliveries that are failing, newest first, as many as the endpoint's last answer says. */
async function failing(): Promise<number[]> {
  const { deliveries } = await listDeliveries(db.pool, account.client_id, { status: 'failing', limit: 50 });
  const answer = (await lastAnswers(db.pool, account.client_id)).get(receiver.url);
  expect(answer?.failing).toBe(deliveries.length);
  return deliveries.map(({ delivery_id }) => delivery_id);
}
const release = (order_id: string) =>
  releaseOrder(service.deps, live, { order_id, idempotency: null, dry_run: false });

describe('events', () => {
  it('tell of a sync, a release and a reroute, signed, with the environment', async () => {
    const synced = await service.sync(live, [{ sku: 'A', quantity: 10 }]);
    await service.route(live, [
      { order_id: 'SO-1', lines: [{ line_id: null, sku: 'A', quantity: 2, unit_value: null }] as never },
    ]);
    await rerouteOrder(service.deps, live, { order_id: 'SO-1', ...REROUTE });
    const { answer } = await release('SO-1');
    await release('SO-1'); // of nothing: no event
    expect(await send()).toEqual({ delivered: 3, not_delivered: 0 });
    const told = bodies().toSorted((a, b) => a.type.localeCompare(b.type));
    expect(told).toMatchObject([
      { type: 'inventory.synced', data: synced },
      { type: 'order.released', data: JSON.parse(answer) },
      { type: 'order.rerouted', data: { order_id: 'SO-1', status: 'FULL' } },
    ]);
    for (const body of told) expect(Object.keys(body)).toEqual(['type', 'timestamp', 'data']);
    expect(verified()).toHaveLength(3);
    expect(receiver.received[0]!.headers['wrs-environment']).toBe('live');
    expect((await deliveries()).every(({ status }) => status === 'delivered')).toBe(true);
    const typesOf = async (order_id: string) =>
      (await listOrderDeliveries(db.pool, live, order_id)).deliveries.map(({ type }) => type);
    expect((await typesOf('SO-1')).toSorted()).toEqual(['order.released', 'order.rerouted']);
    expect(await typesOf('SO-2')).toEqual([]);
  });

  it('tell of at most 1,000 orders of a run that nothing ships of, with a link to the rest', async () => {
    const orders = Array.from({ length: 1005 }, (_, n) => ({ order_id: `SO-${n}` }));
    const { run } = await service.route(live, orders);
    await send();
    const [{ type, data }] = bodies();
    expect(type).toBe('order.unroutable');
    expect(data).toMatchObject({
      routing_run_id: run.routing_run_id,
      none_count: 1005,
      all_orders: `/api/v1/runs/${run.routing_run_id}/results?status=NONE`,
    });
    expect(data.orders).toHaveLength(1000);
    expect(data.orders[0]).toMatchObject({ order_id: 'SO-0', unroutable_reason_code: expect.any(String) });
    expect(bodies()).toHaveLength(1);
  });

  it('tell of entries of the audit log where they are asked for', async () => {
    await configure(['audit.recorded']);
    expect(await sendAll()).toBe(1);
    expect(bodies()).toMatchObject([
      {
        type: 'audit.recorded',
        data: { who: { kind: 'command_line' }, action: 'account.apply', address: null, session_id: null },
      },
    ]);
  });

  it('tell of a key that expires once within 14 days and once within 3, and of no other', async () => {
    const expire = (days: number, more = '') =>
      db.pool.query(
        `UPDATE access_keys SET expires_at = now() + make_interval(days => $2)${more} WHERE client_id = $1 AND name = 'live'`,
        [account.client_id, days],
      );
    const told: unknown[] = [];
    for (const days of [15, 13, 4, 2, 1]) {
      await expire(days);
      await Promise.all([writeKeyExpiringEvents(db), writeKeyExpiringEvents(db)]);
      await sendAll();
      told.push([days, bodies().length]);
    }
    expect(told).toEqual([
      [15, 0],
      [13, 1],
      [4, 1],
      [2, 2],
      [1, 2],
    ]);
    expect(bodies()[0]).toMatchObject({
      type: 'api_key.expiring',
      data: { name: 'live', environment: 'live', key_prefix: expect.stringMatching(/^wrs_live_/) },
    });
    expect(receiver.received[0]!.headers['wrs-environment']).toBe('live');
    await expire(2, ', expiry_notice = NULL, revoked_at = now()');
    await writeKeyExpiringEvents(db);
    expect(await deliveries()).toHaveLength(2);
  });

  it('are never of what was rolled back', async () => {
    await service.sync(live, [{ sku: 'A', quantity: 10 }]);
    await service.route(live, [{ order_id: 'SO-2' }]);
    const before = await deliveries();
    await db.pool.query(`
      CREATE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'undone'; END $$;
      CREATE TRIGGER undo BEFORE INSERT ON decisions FOR EACH ROW EXECUTE FUNCTION undo()`);
    onTestFinished(async () => void (await db.pool.query('DROP TRIGGER undo ON decisions')));
    const rerouting = rerouteOrder(service.deps, live, { order_id: 'SO-2', ...REROUTE });
    await expect(rerouting).rejects.toThrow('undone');
    await expect(service.sync(live, [{ sku: 'A', warehouse_id: 'nowhere' }])).rejects.toThrow();
    expect(await deliveries()).toEqual(before);
  });
});

describe('deliveries', () => {
  it('are tried again with the same bytes and id until they succeed', async () => {
    receiver.answerBy(() => 500);
    await service.sync(live, [{ sku: 'A' }]);
    expect(await send()).toEqual({ delivered: 0, not_delivered: 1 });
    expect(await deliveries()).toMatchObject([
      { status: 'pending', attempts: 1, response_status: 500, response_body: 'said' },
    ]);
    expect(await endpoint()).toMatchObject({ failures: 1, last_status: 500 });
    expect(await send()).toEqual({ delivered: 0, not_delivered: 0 }); // not yet
    receiver.answerBy(() => 200);
    await comeDue();
    await restFor(0);
    expect(await send()).toEqual({ delivered: 1, not_delivered: 0 });
    expect(verified()).toHaveLength(2);
    const [first, second] = receiver.received;
    expect([second!.body, second!.headers['webhook-id']]).toEqual([
      first!.body,
      first!.headers['webhook-id'],
    ]);
    expect(await endpoint()).toMatchObject({ failures: 0, last_status: 200 });
  });

  it('are failing that were tried in vain since the endpoint took its last one', async () => {
    const sync = () => service.sync(live, [{ sku: 'A' }]);
    await sync();
    expect(await sendAll()).toBe(1);
    receiver.answerBy(() => 500);
    for (let n = 0; n < 3; n += 1) await sync();
    await send();
    const ids = (await deliveries()).filter(({ attempts, status }) => attempts > 0 && status === 'pending');
    expect(ids.length).toBeGreaterThan(0);
    expect(await failing()).toEqual(ids.map(({ id }) => Number(id)).toReversed());
    receiver.answerBy(() => 204);
    await sendTestEvent(db.pool, account.client_id, receiver.url);
    expect(await sendAll()).toBeGreaterThan(0);
    expect(await failing()).toEqual([]);
  });

  it('fail for good after their last attempt', async () => {
    receiver.answerBy(() => 500);
    await service.sync(live, [{ sku: 'A' }]);
    await db.pool.query('UPDATE webhook_deliveries SET expires_at = now() WHERE client_id = $1', [
      account.client_id,
    ]);
    await send();
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  it('are sent again if the worker that had taken them was killed', async () => {
    await service.sync(live, [{ sku: 'A' }]);
    // What a worker has written when it is killed before it saves an answer.
    await db.pool.query(
      `UPDATE webhook_deliveries SET attempts = 1, next_attempt_at = now() + interval '30 s' WHERE client_id = $1`,
      [account.client_id],
    );
    expect((await send()).delivered).toBe(0);
    await comeDue();
    expect((await send()).delivered).toBe(1);
  });

  it('of an endpoint that answers 410 end, and it is disabled by the service', async () => {
    receiver.answerBy(() => 410);
    for (let n = 0; n < 6; n += 1) await service.sync(live, [{ sku: 'A' }]);
    await send();
    expect(await endpoint()).toMatchObject({ enabled: false });
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(6).fill('failed'));
    const { webhook_events } = await db.prisma.client.findUniqueOrThrow({ where: { id: account.client_id } });
    expect(webhook_events).toEqual([]);
    const [entry] = await db.prisma.auditEntry.findMany({
      where: { client_id: account.client_id },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ actor_kind: 'service', action: 'webhooks.change' });
  });

  it('are signed with both secrets while one is rotated', async () => {
    const act = { slug: account.slug, client_id: account.client_id, who: WHO };
    const { secret: next } = await rotateWebhookSecret(db, act, { url: receiver.url, overlap_hours: 24 });
    await service.sync(live, [{ sku: 'A' }]);
    await send();
    expect(verified(secret)).toHaveLength(1);
    expect(verified(next)).toHaveLength(1);
    await db.pool.query('UPDATE webhook_endpoints SET previous_until = now() WHERE client_id = $1', [
      account.client_id,
    ]);
    receiver.received.length = 0;
    await service.sync(live, [{ sku: 'A' }]);
    await send();
    expect(() => verified(secret)).toThrow();
    expect(verified(next)).toHaveLength(1);
  });

  it('are signed by the new secret alone at once where the old one has leaked', async () => {
    const act = { slug: account.slug, client_id: account.client_id, who: WHO };
    const { secret: next } = await rotateWebhookSecret(db, act, { url: receiver.url, overlap_hours: 0 });
    expect((await endpoint()).previous_secret).toBeNull();
    await service.sync(live, [{ sku: 'A' }]);
    await send();
    expect(() => verified(secret)).toThrow();
    expect(verified(next)).toHaveLength(1);
  });
});

describe('an endpoint that does not take everything', () => {
  const refusing = (refused: (body: string) => boolean) =>
    receiver.answerBy(({ body }) => (refused(body) ? 422 : 204));

  it('gets the kinds that it takes at once, however much it refuses of another', async () => {
    refusing((body) => body.includes('inventory.synced'));
    for (let n = 0; n < 12; n += 1) await service.sync(live, [{ sku: 'A', quantity: 10 }]);
    await service.route(live, [{ order_id: 'SO-1' }, { order_id: 'SO-2' }]);
    expect((await send()).delivered).toBe(0);
    for (const id of ['SO-1', 'SO-2']) {
      await release(id);
      expect((await send()).delivered).toBe(1);
    }
  });

  it('gets a new event at once after one of its kind has failed again and again', async () => {
    await haveSucceeded();
    refusing((body) => body.includes('"rows_received":2'));
    await service.sync(live, [{ sku: 'A' }, { sku: 'B' }]);
    for (let n = 0; n < 6; n += 1) {
      await send();
      const { next_attempt_at, answered_at } = (await deliveries())[0]!;
      const wait = next_attempt_at.getTime() - answered_at!.getTime();
      expect(Math.round(wait / 1000)).toBe(5 * 2 ** n);
      await comeDue();
    }
    expect(await endpoint()).toMatchObject({ failures: 6 });
    await service.sync(live, [{ sku: 'A' }]);
    expect(await send()).toEqual({ delivered: 1, not_delivered: 1 });
  });

  it('rests while nothing gets through, and is called once after each rest', async () => {
    await haveSucceeded();
    receiver.answerBy(() => 500);
    for (let n = 0; n < 10; n += 1) await service.sync(live, [{ sku: 'A' }]);
    expect((await send()).not_delivered).toBe(4);
    await restFor(3600);
    await comeDue();
    expect((await send()).not_delivered).toBe(0);
    await restFor(0);
    expect((await send()).not_delivered).toBe(1);
    const { answered_at, rests_until } = await endpoint();
    expect(Math.round((rests_until!.getTime() - answered_at!.getTime()) / 1000)).toBe(10);
    receiver.answerBy(() => 204);
    await restFor(0);
    await comeDue();
    expect(await sendAll()).toBe(10);
    expect(await endpoint()).toMatchObject({ failures: 0, rests_until: null, refused: [] });
  });

  it('has one call at a time until it has answered with success, whatever a person sends', async () => {
    receiver.answerBy(() => 500);
    for (let n = 0; n < 6; n += 1) await service.sync(live, [{ sku: 'A' }]);
    const [first] = await deliveries();
    const begin = [
      async () => undefined,
      () => sendAgain(db.pool, account.client_id, Number(first!.id)),
      () => sendTestEvent(db.pool, account.client_id, receiver.url),
    ];
    for (const sendOne of begin) {
      await sendOne();
      expect(await send()).toEqual({ delivered: 0, not_delivered: 1 });
    }
    expect(await endpoint()).toMatchObject({ succeeded_at: null });
    receiver.answerBy(() => 204);
    await comeDue();
    await restFor(0);
    expect(await sendAll()).toBe(7);
    expect(await endpoint()).toMatchObject({ succeeded_at: expect.any(Date), rests_until: null });
  });

  it('is not at fault for an event whose subject was deleted', async () => {
    const id = await createAcceptedRun(db, live, [], 1000);
    await cancelRun(db, live, id);
    await db.pool.query('DELETE FROM runs WHERE id = $1', [id]);
    expect(await send()).toEqual({ delivered: 0, not_delivered: 1 });
    expect(await endpoint()).toMatchObject({ failures: 0, answered_at: null });
  });
});

describe('more deliveries to an endpoint than may wait', () => {
  it('are dropped, the newest ones, and can be sent again', async () => {
    const sendTwo = async () => {
      for (let n = 0; n < 2; n += 1) await sendTestEvent(db.pool, account.client_id, receiver.url);
      await limitDeliveries(db, 3);
    };
    await sendTwo();
    await sendTestEvent(db.pool, account.client_id, receiver.url);
    await limitDeliveries(db, 3);
    await sendTwo();
    const statuses = async () => (await deliveries()).map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'dropped', 'dropped']);
    expect((await deliveries())[4]!.error).toBe('Not sent: 3 earlier ones to this endpoint were waiting.');
    expect(await sendAll()).toBe(3);
    await sendAgain(db.pool, account.client_id, Number((await deliveries())[4]!.id));
    expect(await sendAll()).toBe(1);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered', 'dropped', 'delivered']);
    await limitDeliveries(db, 3);
    await sendTestEvent(db.pool, account.client_id, receiver.url);
    expect(await sendAll()).toBe(1);
  });
});
