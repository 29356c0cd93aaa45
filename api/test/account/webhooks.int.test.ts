import { describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../../shared/account/account-file.ts';
import { applyAccountFile } from '../../../shared/account/apply-account.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { account, api, call, ownedAccountForEachTest } from './owned-account.ts';
import { aPerson } from './people.ts';

ownedAccountForEachTest();

const HOOK = {
  url: 'https://shop.example/hooks?from=wrs',
  events: ['run.completed'],
  enabled: true,
} as const;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const pathOf = (url: string) => `webhooks/${encodeURIComponent(url)}`;
const latestEntry = async () => (await call('GET', 'audit?requests=false')).json().entries[0];

async function wanted(): Promise<string[]> {
  const { webhook_events } = await api.db.prisma.client.findUniqueOrThrow({
    where: { id: account.client_id },
  });
  return webhook_events;
}

describe('webhook endpoints', () => {
  it('are made with a secret that is shown once, changed and removed by their url', async () => {
    const made = await call('POST', 'webhooks', { url: HOOK.url, events: HOOK.events });
    expect([made.statusCode, made.json()]).toMatchObject([201, HOOK]);
    expect(made.json().secret).toMatch(SECRET);
    expect(await wanted()).toEqual(['run.completed']);
    const again = await call('POST', 'webhooks', { url: HOOK.url, events: HOOK.events });
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_exists']);

    const shown = await call('GET', pathOf(HOOK.url));
    expect(shown.json()).toEqual({ ...HOOK, last_answer: null, etag: shown.headers.etag });
    const headers = { 'if-match': String(shown.headers.etag) };
    const events = ['run.failed', 'order.released'];
    const changed = await call('PATCH', pathOf(HOOK.url), { events }, headers);
    expect([changed.statusCode, changed.json().events]).toEqual([200, events]);
    expect((await call('PATCH', pathOf(HOOK.url), { enabled: false }, headers)).statusCode).toBe(412);
    expect(await wanted()).toEqual(['order.released', 'run.failed']);
    await call('PATCH', pathOf(HOOK.url), { enabled: false });
    expect((await latestEntry()).changes).toEqual([
      { path: `webhooks[${HOOK.url}].enabled`, before: true, after: false },
    ]);
    expect(await wanted()).toEqual([]);

    expect((await call('DELETE', pathOf(HOOK.url))).statusCode).toBe(204);
    expect((await call('GET', pathOf(HOOK.url))).statusCode).toBe(404);
    expect((await call('GET', 'account')).json().webhooks).toEqual([]);
  });

  it('make no version of the routing configuration', async () => {
    const versions = async () => (await call('GET', 'configurations')).json().activations.length;
    const before = await versions();
    await call('POST', 'webhooks', HOOK);
    expect(await versions()).toBe(before);
    expect(await latestEntry()).toMatchObject({ action: 'webhooks.add', subject: `webhooks/${HOOK.url}` });
  });

  it('get a new secret; the audit log says so and shows none', async () => {
    const { secret } = (await call('POST', 'webhooks', HOOK)).json();
    const rotated = (await call('POST', `${pathOf(HOOK.url)}/rotate`)).json();
    expect(rotated.secret).toMatch(SECRET);
    expect(rotated.secret).not.toBe(secret);
    const hours = (Date.parse(rotated.previous_until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(await latestEntry()).toMatchObject({
      action: 'webhooks.rotate',
      changes: [{ path: `webhooks[${HOOK.url}].secret`, before: 'not shown', after: 'not shown' }],
    });
    for (const path of ['audit', 'account', 'webhooks', 'configurations']) {
      const { body } = await call('GET', path);
      expect(body).not.toContain('whsec_');
    }
    expect((await call('POST', 'webhooks/unknown/rotate')).statusCode).toBe(404);
  });

  it('are refused if they are no endpoints', async () => {
    const faultsOf = async (body: object) => (await call('POST', 'webhooks', body)).json().errors;
    expect(await faultsOf({ ...HOOK, url: 'ftp://shop.example' })).toEqual([
      {
        path: 'url',
        message: 'must be an https URL with a host name or IPv4 address, without credentials and fragment',
      },
    ]);
    expect(await faultsOf({ ...HOOK, url: 'https://user:word@shop.example' })).toHaveLength(1);
    expect((await faultsOf({ ...HOOK, events: ['run.begun'] }))[0].path).toBe('events[0]');
    expect((await faultsOf({ ...HOOK, events: [] }))[0].path).toBe('events');
    expect((await faultsOf({ ...HOOK, events: ['run.failed', 'run.failed'] }))[0].path).toBe('events');
  });
});

describe('deliveries', () => {
  it('that a person sends are 60 a minute of a client, whichever they are', async () => {
    await call('POST', 'webhooks', HOOK);
    const test = () => call('POST', `${pathOf(HOOK.url)}/test`);
    const { delivery_id } = (await test()).json();
    const again = () => call('POST', `webhook-deliveries/${delivery_id}/send`);
    for (let n = 1; n < 60; n += 1) expect((await (n % 2 === 0 ? test : again)()).statusCode).toBe(202);
    for (const refused of [await test(), await again()]) {
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await call('GET', 'webhook-deliveries')).statusCode).toBe(200);
  });

  it('of a test event are listed, shown and sent again, by their own client only', async () => {
    await call('POST', 'webhooks', HOOK);
    const tested = await call('POST', `${pathOf(HOOK.url)}/test`);
    const { delivery_id } = tested.json();
    expect([tested.statusCode, tested.json()]).toMatchObject([
      202,
      { url: HOOK.url, type: 'webhook.test', status: 'pending', attempts: 0, body: null },
    ]);
    await api.db.pool.query(
      `UPDATE webhook_deliveries SET status = 'failed', attempts = 9, response_status = 500, response_body = 'no'
       WHERE client_id = $1`,
      [account.client_id],
    );
    const path = `webhook-deliveries/${delivery_id}`;
    const shown = (await call('GET', path)).json();
    expect(shown).toMatchObject({ status: 'failed', response_status: 500, response_body: 'no' });
    const { deliveries } = (
      await call('GET', `webhook-deliveries?status=failed&url=${encodeURIComponent(HOOK.url)}`)
    ).json();
    expect(deliveries).toMatchObject([{ delivery_id, webhook_id: `msg_${delivery_id}` }]);
    expect((await call('GET', 'webhook-deliveries?status=delivered')).json().deliveries).toEqual([]);
    const other = await aPerson(api.db, 'owner', (await createTestAccount(api.db)).client_id);
    expect((await call('GET', 'webhook-deliveries', undefined, {}, other)).json().deliveries).toEqual([]);

    const again = await call('POST', `${path}/send`);
    expect([again.statusCode, again.json()]).toMatchObject([202, { status: 'pending', attempts: 0 }]);
  });

  it('come in pages', async () => {
    await call('POST', 'webhooks', HOOK);
    for (let n = 0; n < 3; n += 1) await call('POST', `${pathOf(HOOK.url)}/test`);
    const first = (await call('GET', 'webhook-deliveries?limit=2')).json();
    const rest = (await call('GET', `webhook-deliveries?limit=2&cursor=${first.next_cursor}`)).json();
    const ids = [...first.deliveries, ...rest.deliveries].map((each) => each.delivery_id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
    expect([new Set(ids).size, rest.next_cursor]).toEqual([3, null]);
  });
});

describe('webhooks of the account file', () => {
  it('are made with their secrets once, kept by the same file, and removed if they are left out', async () => {
    const apply = (webhooks?: readonly object[]) =>
      applyAccountFile(
        api.db,
        parseAccountFile({ client: { slug: account.slug }, ...(webhooks && { webhooks }) }),
        { baseDir: null },
      );
    const other = { url: 'https://other.example/', events: ['inventory.synced'] };
    const first = await apply([other, HOOK]);
    expect(first.webhooks.map(({ url }) => url)).toEqual([other.url, HOOK.url]);
    for (const { secret } of first.webhooks) expect(secret).toMatch(SECRET);
    const second = await apply([other, HOOK]);
    expect([second.webhooks[0], second.changes]).toEqual([{ url: other.url, secret: null }, []]);
    expect((await apply()).webhooks).toHaveLength(2);
    const third = await apply([{ ...HOOK, enabled: false }]);
    expect(third.webhooks).toEqual([{ url: HOOK.url, secret: null }]);
    expect((await call('GET', 'account')).json().webhooks).toEqual([{ ...HOOK, enabled: false }]);
    expect(await wanted()).toEqual([]);
  });

  it('answer no secret to a dry run, because none is made', async () => {
    const file = { client: { slug: account.slug }, webhooks: [HOOK] };
    const tried = await call('PUT', 'account?dry_run=true', file);
    expect(tried.json()).toMatchObject({ dry_run: true, webhooks: [{ url: HOOK.url, secret: null }] });
    const put = await call('PUT', 'account', file);
    expect(put.json().webhooks[0].secret).toMatch(SECRET);
    const repeated = await call('PUT', 'account', { ...file, webhooks: [HOOK, HOOK] });
    expect(repeated.json().errors).toEqual([{ path: 'webhooks[1].url', message: 'repeats webhooks[0]' }]);
  });
});
