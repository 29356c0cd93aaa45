import type { WebhookEvent } from './use-webhooks.ts';

/** What each event tells of, in the words of the console. */
export const EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = {
  'run.completed': 'Run completed',
  'run.failed': 'Run failed',
  'run.cancelled': 'Run cancelled',
  'inventory.synced': 'Stock uploaded',
  'inventory.short': 'Less stock than is reserved',
  'what_if.completed': 'What-if completed',
  'order.rerouted': 'Order rerouted',
  'order.shipped': 'Order shipped',
  'order.released': 'Order released',
  'order.unroutable': 'Orders without shipment',
  'api_key.expiring': 'API key expires soon',
  'sso.break_glass': 'Password used despite required single sign-on',
  'sso.domain_lost': 'DNS no longer proves the last domain of single sign-on',
  'audit.recorded': 'Audit log entry',
};

/** The name of a delivery's type: that of an event or of a test. */
export const eventName = (type: string): string =>
  type === 'webhook.test' ? 'Test event' : (EVENT_NAMES[type as WebhookEvent] ?? type);
