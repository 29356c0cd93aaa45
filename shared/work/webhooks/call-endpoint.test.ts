import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reach } from '../../foundation/guarded-call.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { callEndpoint } from './call-endpoint.ts';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerBy(() => 204);
});

const resolvingTo =
  (...addresses: string[]): Reach['resolve'] =>
  async () =>
    addresses;
const open: Reach = { allowPrivate: true, resolve: resolvingTo('127.0.0.1'), timeoutMs: 2000 };
const closed: Reach = { ...open, allowPrivate: false };
const call = (url: string, reach: Reach) => callEndpoint(url, {}, '{}', reach);
const NOT_PUBLIC = 'refused: the address is not public';

describe('callEndpoint', () => {
  it.each(['10.0.0.1', '::ffff:127.0.0.1'])('refuses %s, by a name and as it is', async (address) => {
    const byName = await call('https://shop.example/', { ...closed, resolve: resolvingTo(address) });
    expect(byName.error).toBe(NOT_PUBLIC);
    const host = address.includes(':') ? `[${address}]` : address;
    expect((await call(`https://${host}/`, closed)).error).toBe(NOT_PUBLIC);
  });

  it('refuses numbers that are written otherwise, and a name with one address that is private', async () => {
    for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1'])
      expect((await call(`https://${host}/`, closed)).error).toBe(NOT_PUBLIC);
    const both = { ...closed, resolve: resolvingTo('93.184.215.14', '10.0.0.1') };
    expect((await call('https://shop.example/', both)).error).toBe(NOT_PUBLIC);
    expect((await call('https://shop.example/', { ...closed, resolve: resolvingTo() })).error).toBe(
      'host not found',
    );
  });

  it('refuses http unless private addresses are allowed', async () => {
    expect((await call(receiver.url, closed)).error).toBe('refused: only https is called');
    expect(await call(receiver.url, open)).toEqual({ status: 204, body: '', error: null });
  });

  it('looks a name up once and calls the address that it has checked', async () => {
    const answers = [['127.0.0.1'], ['192.0.2.1']];
    const resolve: Reach['resolve'] = async () => answers.shift()!;
    const url = receiver.url.replace('127.0.0.1', 'shop.example');
    expect((await call(`${url}/hook`, { ...open, resolve })).status).toBe(204);
    expect([answers.length, receiver.received[0]?.path]).toEqual([1, '/hook']);
    expect(receiver.received[0]?.headers.host).toMatch(/^shop\.example:/);
  });

  it('does not follow a redirect', async () => {
    receiver.answerBy(() => 302);
    expect(await call(receiver.url, open)).toEqual({ status: 302, body: 'said', error: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('waits no longer than its time, also for a name', async () => {
    receiver.answerBy(() => null);
    const error = 'no answer within 0.2 seconds';
    expect((await call(receiver.url, { ...open, timeoutMs: 200 })).error).toBe(error);
    const resolve = () => new Promise<never>(() => undefined);
    expect((await call('https://shop.example', { ...open, resolve, timeoutMs: 200 })).error).toBe(error);
  });

  it('says why an endpoint cannot be reached', async () => {
    const gone = await openWebhookReceiver();
    await gone.close();
    expect((await call(gone.url, open)).error).toBe('cannot be reached (ECONNREFUSED)');
  });
});
