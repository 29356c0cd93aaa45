import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of the endpoint').toString('base64')}`;
const event = { type: 'run.completed', timestamp: '2026-01-02T03:04:05Z', data: { routing_run_id: 7 } };
const body = JSON.stringify(event);

function headersOf(moment: Date, signedBy = secret) {
  return {
    host: 'shop.example',
    'set-cookie': ['a', 'b'],
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(moment.getTime() / 1000)),
    'webhook-signature': new Webhook(signedBy).sign('msg_1', moment, body),
  };
}

it('returns the event of a delivery that was signed with the secret', () => {
  const headers = headersOf(new Date());
  expect(verifyWebhook(secret, headers, body)).toEqual(event);
  const { 'set-cookie': _, ...single } = headers;
  expect(verifyWebhook(secret, new Headers(single), Buffer.from(body))).toEqual(event);
  expect(verifyWebhook(secret, Object.entries(single), new TextEncoder().encode(body))).toEqual(event);
});

it('refuses another body, another secret, an old delivery and one without a signature', () => {
  const now = headersOf(new Date());
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
  expect(() => verifyWebhook(secret, now, body.replace('7', '8'))).toThrow('No matching signature');
  expect(() => verifyWebhook(secret, headersOf(new Date(), other), body)).toThrow('No matching signature');
  expect(() => verifyWebhook(secret, headersOf(new Date(Date.now() - 6 * 60_000)), body)).toThrow('too old');
  expect(() => verifyWebhook(secret, { ...now, 'webhook-signature': undefined }, body)).toThrow('Missing');
});
