import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { appliedAccount } from '../contracts/account/account.ts';
import type { WebhookEvent, webhook } from '../contracts/account/webhooks.ts';
import type { Prisma, WebhookEndpoint } from '../db/generated/client.ts';
import { isSameJson } from '../foundation/canonical-json.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { SealedPlace, Sealing } from '../foundation/sealing.ts';

/** An endpoint as the account file has it. */
export type Webhook = z.output<typeof webhook>;

/** An endpoint in the answer to an applied account file. */
export type AppliedWebhook = z.output<typeof appliedAccount>['webhooks'][number];

/** Whose endpoints are changed, and what seals their secrets. */
interface EndpointOwner {
  readonly client_id: number;
  readonly secrets: Sealing;
}

/** Where a secret of an endpoint is sealed for: with another URL it does not open. */
export function placeOfSecret(
  client_id: number,
  url: string,
  column: 'secret' | 'previous_secret' = 'secret',
): SealedPlace {
  return { table: 'webhook_endpoints', row: url, column, client_id };
}

/** A client's endpoints, in order of creation. */
export function listWebhooks(tx: Prisma.TransactionClient, client_id: number): Promise<WebhookEndpoint[]> {
  return tx.webhookEndpoint.findMany({ where: { client_id }, orderBy: { id: 'asc' } });
}

/** An endpoint without what the account file does not have. */
export function toWebhook({ url, events, enabled }: WebhookEndpoint): Webhook {
  return { url, events: events as WebhookEvent[], enabled };
}

/**
 * Makes `listed` the client's endpoints: removes those that it leaves out, with their deliveries, and makes those that are
 * missing. Without a list, the endpoints stay. Returns them in the list's order.
 */
export async function saveWebhooks(
  tx: Prisma.TransactionClient,
  { client_id, secrets }: EndpointOwner,
  listed?: readonly Webhook[],
): Promise<AppliedWebhook[]> {
  const present = await listWebhooks(tx, client_id);
  if (listed === undefined) return present.map(({ url }) => ({ url, secret: null }));
  const byUrl = new Map(present.map((endpoint) => [endpoint.url, endpoint]));
  const kept = new Set(listed.map(({ url }) => url));
  const removed = present.filter(({ url }) => !kept.has(url)).map(({ id }) => id);
  if (removed.length > 0) await tx.webhookEndpoint.deleteMany({ where: { client_id, id: { in: removed } } });
  const made = new Map(
    listed.flatMap(({ url }) => (byUrl.has(url) ? [] : [[url, newSigningSecret()] as const])),
  );
  const rows = listed.flatMap((webhook) => {
    const secret = made.get(webhook.url);
    if (secret === undefined) return [];
    const sealed = secrets.seal(secret, placeOfSecret(client_id, webhook.url));
    return [{ client_id, ...webhook, events: [...webhook.events], secret: sealed }];
  });
  if (rows.length > 0) await tx.webhookEndpoint.createMany({ data: rows });
  for (const { url, events, enabled } of listed) {
    const before = byUrl.get(url);
    if (before === undefined || isSameJson(toWebhook(before), { url, events, enabled })) continue;
    const data = { events: [...events], enabled };
    await tx.webhookEndpoint.update({ where: { id: before.id, client_id }, data });
  }
  const disabled = listed.flatMap(({ url, enabled }) => (enabled ? [] : (byUrl.get(url)?.id ?? [])));
  if (disabled.length > 0)
    await tx.webhookDelivery.updateMany({
      where: { client_id, endpoint_id: { in: disabled }, status: 'pending' },
      data: { status: 'failed', error: 'The endpoint is disabled.' },
    });
  const wanted = [...new Set(listed.flatMap(({ enabled, events }) => (enabled ? events : [])))].sort();
  const client = await tx.client.findUniqueOrThrow({ where: { id: client_id } });
  if (!isSameJson(client.webhook_events, wanted))
    await tx.client.update({ where: { id: client_id }, data: { webhook_events: wanted } });
  return listed.map(({ url }) => ({ url, secret: made.get(url) ?? null }));
}

/**
 * Gives an endpoint a new secret, and returns it. Deliveries are signed with the present one too for `overlap_hours`: 0 ends one
 * that has leaked at once. Call it in an account transaction. Throws AppError not_found.
 */
export async function rotateSecret(
  tx: Prisma.TransactionClient,
  { client_id, secrets }: EndpointOwner,
  { url, overlap_hours }: { readonly url: string; readonly overlap_hours: number },
): Promise<{ readonly secret: string; readonly previous_until: Date }> {
  const endpoint = await tx.webhookEndpoint.findUnique({ where: { client_id_url: { client_id, url } } });
  if (endpoint === null) throw new AppError('not_found', `There is no ${url} in webhooks.`);
  const secret = newSigningSecret();
  const previous_until = new Date(Date.now() + overlap_hours * 3_600_000);
  const present = secrets.open(endpoint.secret, placeOfSecret(client_id, url));
  const data = {
    secret: secrets.seal(secret, placeOfSecret(client_id, url)),
    // Not kept for 0 hours: the clock of the database may be behind.
    previous_secret:
      overlap_hours === 0 ? null : secrets.seal(present, placeOfSecret(client_id, url, 'previous_secret')),
    previous_until,
  };
  await tx.webhookEndpoint.update({ where: { id: endpoint.id, client_id }, data });
  return { secret, previous_until };
}

/** In the form of the Standard Webhooks specification. */
function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
